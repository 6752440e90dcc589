// @ts-check
// Writes animated GIFs (GIF89a, CompuServe 1990). Every picture but the first has only the rectangle that changed.

/** Colors of the palette. */
const COLORS = 256;

/** A palette, with the way from a color of 15 bits to its index. @typedef {{colors: number[], index: Uint8Array}} Palette */

/**
 * Chooses the most frequent colors of some pictures, to five bits for each of red, green and blue. That is enough for boards, whose
 * pictures have few colors.
 * @param {Uint8ClampedArray[]} pictures in RGBA
 * @returns {Palette}
 */
export function paletteOf(pictures) {
  const counts = new Uint32Array(1 << 15);
  /** The mean color of those with the same 15 bits. */
  const sums = new Float64Array(3 << 15);
  for (const data of pictures) {
    for (let i = 0; i < data.length; i += 4) {
      const c = coarse(data, i);
      counts[c]++;
      for (let k = 0; k < 3; k++) sums[3 * c + k] += data[i + k];
    }
  }
  const used = Array.from(counts.keys()).filter((c) => counts[c]);
  const chosen = used.sort((a, b) => counts[b] - counts[a]).slice(0, COLORS);
  const colors = chosen.flatMap((c) => [0, 1, 2].map((k) => Math.round(sums[3 * c + k] / counts[c])));
  const index = new Uint8Array(1 << 15);
  for (let c = 0; c < index.length; c++) index[c] = nearest(colors, ((c >> 10) << 3) | 4, (((c >> 5) & 31) << 3) | 4, ((c & 31) << 3) | 4);
  return {colors, index};
}

/**
 * @param {Uint8ClampedArray} data
 * @param {number} i
 */
function coarse(data, i) {
  return ((data[i] >> 3) << 10) | ((data[i + 1] >> 3) << 5) | (data[i + 2] >> 3);
}

/**
 * @param {number[]} colors
 * @param {number} r
 * @param {number} g
 * @param {number} b
 */
function nearest(colors, r, g, b) {
  let best = 0;
  let least = Infinity;
  for (let i = 0; i < colors.length; i += 3) {
    const d = 2 * (colors[i] - r) ** 2 + 4 * (colors[i + 1] - g) ** 2 + (colors[i + 2] - b) ** 2;
    if (d < least) [least, best] = [d, i / 3];
  }
  return best;
}

export class GifWriter {
  /**
   * @param {number} width
   * @param {number} height
   * @param {Palette} palette
   */
  constructor(width, height, palette) {
    this.width = width;
    this.height = height;
    this.palette = palette;
    this.out = new Bytes();
    /** @type {Uint8Array|undefined} The picture before, as indices of colors. */
    this.before = undefined;
    const {out} = this;
    out.text('GIF89a');
    out.short(width, height);
    out.byte(0xf7, 0, 0); // a palette of 256 colors of 8 bits
    out.bytes(Uint8Array.from({length: 3 * COLORS}, (_, i) => palette.colors[i] ?? 0));
    out.byte(0x21, 0xff, 11);
    out.text('NETSCAPE2.0'); // shown again and again
    out.byte(3, 1, 0, 0, 0);
  }

  /**
   * Adds a picture.
   * @param {Uint8ClampedArray} data in RGBA
   * @param {number} millis how long it is shown
   */
  add(data, millis) {
    const {width, height, out, before} = this;
    const picture = new Uint8Array(width * height);
    for (let i = 0; i < picture.length; i++) picture[i] = this.palette.index[coarse(data, 4 * i)];
    const {x, y, w, h} = before ? changed(before, picture, width, height) : {x: 0, y: 0, w: width, h: height};
    this.before = picture;
    out.byte(0x21, 0xf9, 4, 4); // what was there before stays
    out.short(Math.round(millis / 10));
    out.byte(0, 0, 0x2c);
    out.short(x, y, w, h);
    out.byte(0);
    const part = new Uint8Array(w * h);
    for (let row = 0; row < h; row++) part.set(picture.subarray((y + row) * width + x, (y + row) * width + x + w), row * w);
    compress(part, out);
  }

  /** The whole file. */
  end() {
    this.out.byte(0x3b);
    return this.out.all();
  }
}

/**
 * The rectangle in which two pictures differ; a single point if they do not.
 * @param {Uint8Array} a
 * @param {Uint8Array} b
 * @param {number} width
 * @param {number} height
 */
function changed(a, b, width, height) {
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let i = 0; i < b.length; i++) {
    if (a[i] === b[i]) continue;
    const x = i % width;
    const y = (i - x) / width;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = y;
  }
  return right < 0 ? {x: 0, y: 0, w: 1, h: 1} : {x: left, y: top, w: right - left + 1, h: bottom - top + 1};
}

/**
 * Compresses indices of 8 bits by LZW (Welch, 1984), as GIF wants it.
 * @param {Uint8Array} pixels
 * @param {Bytes} out
 */
function compress(pixels, out) {
  const clear = 256;
  const end = 257;
  out.byte(8);
  const bits = new BitBlocks(out);
  /** @type {Map<number, number>} from a code and the next pixel to a code */
  let codes = new Map();
  let next = end + 1;
  let size = 9;
  bits.put(clear, size);
  let code = pixels[0];
  for (let i = 1; i < pixels.length; i++) {
    const key = (code << 8) | pixels[i];
    const known = codes.get(key);
    if (known !== undefined) {
      code = known;
      continue;
    }
    bits.put(code, size);
    if (next < 4096) {
      codes.set(key, next);
      if (next === 1 << size) size++;
      next++;
    } else {
      bits.put(clear, size);
      codes = new Map();
      next = end + 1;
      size = 9;
    }
    code = pixels[i];
  }
  bits.put(code, size);
  // The reader has added an entry for that code, too.
  if (next === 1 << size && size < 12) size++;
  bits.put(end, size);
  bits.close();
}

/** Packs codes into blocks of up to 255 bytes, the lowest bits first. */
class BitBlocks {
  /** @param {Bytes} out */
  constructor(out) {
    this.out = out;
    this.value = 0;
    this.count = 0;
    /** @type {number[]} */
    this.block = [];
  }

  /**
   * @param {number} code
   * @param {number} size in bits
   */
  put(code, size) {
    this.value |= code << this.count;
    this.count += size;
    while (this.count >= 8) {
      this.push(this.value & 255);
      this.value >>>= 8;
      this.count -= 8;
    }
  }

  /** @param {number} byte */
  push(byte) {
    this.block.push(byte);
    if (this.block.length === 255) this.flush();
  }

  flush() {
    if (!this.block.length) return;
    this.out.byte(this.block.length, ...this.block);
    this.block = [];
  }

  close() {
    if (this.count) this.push(this.value & 255);
    this.flush();
    this.out.byte(0);
  }
}

/** Bytes of a file, as they come. */
class Bytes {
  constructor() {
    this.buffer = new Uint8Array(1 << 16);
    this.length = 0;
  }

  /** @param {...number} values */
  byte(...values) {
    this.bytes(values);
  }

  /** @param {...number} values of 16 bits, the low byte first */
  short(...values) {
    for (const v of values) this.byte(v & 255, v >> 8);
  }

  /** @param {string} text */
  text(text) {
    this.bytes(new TextEncoder().encode(text));
  }

  /** @param {ArrayLike<number>} values */
  bytes(values) {
    if (this.length + values.length > this.buffer.length) {
      const larger = new Uint8Array(2 * this.buffer.length + values.length);
      larger.set(this.buffer);
      this.buffer = larger;
    }
    this.buffer.set(values, this.length);
    this.length += values.length;
  }

  all() {
    return this.buffer.slice(0, this.length);
  }
}
