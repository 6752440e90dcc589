// @ts-check
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {GifWriter, paletteOf} from '../files/js/gif.js';

/**
 * Reads the pictures of a GIF with a palette of 256 colors, by the specification.
 * @param {Uint8Array} b
 */
function read(b) {
  const short = (/** @type {number} */ i) => b[i] | (b[i + 1] << 8);
  assert.equal(String.fromCharCode(...b.subarray(0, 6)), 'GIF89a');
  const [width, height] = [short(6), short(8)];
  const palette = b.subarray(13, 13 + 768);
  const screen = new Uint8Array(width * height * 3);
  const pictures = [];
  const delays = [];
  for (let at = 13 + 768; b[at] !== 0x3b; ) {
    if (b[at] === 0x21) {
      if (b[at + 1] === 0xf9) delays.push(short(at + 4) * 10);
      for (at += 2; b[at]; at += b[at] + 1);
      at++;
      continue;
    }
    assert.equal(b[at], 0x2c);
    const [x, y, w, h] = [1, 3, 5, 7].map((i) => short(at + i));
    assert.equal(b[at + 10], 8);
    const data = [];
    for (at += 11; b[at]; at += b[at] + 1) data.push(...b.subarray(at + 1, at + 1 + b[at]));
    at++;
    const pixels = inflate(data);
    assert.equal(pixels.length, w * h);
    pixels.forEach((c, i) => screen.set(palette.subarray(3 * c, 3 * c + 3), 3 * ((y + Math.floor(i / w)) * width + x + (i % w))));
    pictures.push(screen.slice());
  }
  return {width, height, pictures, delays};
}

/** @param {number[]} data */
function inflate(data) {
  let [bit, size] = [0, 9];
  /** @type {number[][]} */
  let table = [];
  /** @type {number[]} */
  const out = [];
  /** @type {number[]|null} */
  let before = null;
  for (;;) {
    let code = 0;
    for (let k = 0; k < size; k++, bit++) code |= ((data[bit >> 3] >> (bit & 7)) & 1) << k;
    if (code === 257) return out;
    if (code === 256) {
      table = Array.from({length: 258}, (_, i) => [i]);
      [size, before] = [9, null];
      continue;
    }
    const entry = /** @type {number[]} */ (table[code] ?? (before && [...before, before[0]]));
    assert.ok(entry && code <= table.length, 'a code that is not in the table');
    out.push(...entry);
    if (before && table.length < 4096) table.push([...before, entry[0]]);
    if (table.length === 1 << size && size < 12) size++;
    before = entry;
  }
}

/**
 * @param {number} n pixels
 * @param {(i: number) => number[]} color
 */
function picture(n, color) {
  const data = new Uint8ClampedArray(4 * n);
  for (let i = 0; i < n; i++) data.set([...color(i), 255], 4 * i);
  return data;
}

test('pictures come back, the second one from what changed', () => {
  const [w, h] = [7, 5];
  const a = picture(w * h, (i) => (i % 3 ? [226, 182, 109] : [16, 16, 16]));
  const b = picture(w * h, (i) => (i === 17 ? [250, 250, 250] : i % 3 ? [226, 182, 109] : [16, 16, 16]));
  const gif = new GifWriter(w, h, paletteOf([a, b]));
  gif.add(a, 700);
  gif.add(b, 3000);
  gif.add(b, 20);
  const got = read(gif.end());
  assert.deepEqual([got.width, got.height, got.delays], [7, 5, [700, 3000, 20]]);
  const rgb = (/** @type {Uint8ClampedArray} */ d) => Uint8Array.from(d.filter((_, i) => i % 4 !== 3));
  assert.deepEqual(got.pictures, [rgb(a), rgb(b), rgb(b)]);
});

test('noise fills the table of codes and begins it anew', () => {
  const [w, h] = [200, 150];
  let seed = 1;
  const noise = picture(w * h, () => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    const c = (seed >> 16) & 31;
    return [c << 3, 255 - (c << 3), 128];
  });
  const gif = new GifWriter(w, h, paletteOf([noise]));
  gif.add(noise, 100);
  const got = read(gif.end());
  assert.deepEqual(got.pictures[0], Uint8Array.from(noise.filter((_, i) => i % 4 !== 3)));
});

test('pictures of every small size end well', () => {
  for (let n = 1; n < 700; n += 7) {
    const data = picture(n, (i) => [(i * i) & 248, (i * 7) & 248, 0]);
    const gif = new GifWriter(n, 1, paletteOf([data]));
    gif.add(data, 10);
    assert.equal(read(gif.end()).pictures[0].length, 3 * n);
  }
});
