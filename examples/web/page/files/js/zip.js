// @ts-check
// Reads the files of a zip archive, as collections of games come in. Files that are encrypted or packed by a rare method are skipped.

/** @param {Uint8Array} bytes */
export function isZip(bytes) {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);
}

/** Files of an archive that are read, at most. */
const MAX_FILES = 5000;

/**
 * Yields the files of an archive, without folders and empty files.
 * @param {Uint8Array} bytes
 * @param {number} largest size of a file; larger ones are skipped
 * @returns {AsyncGenerator<{name: string, bytes: Uint8Array}>}
 */
export async function* unzip(bytes, largest) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = directory(view);
  const count = Math.min(view.getUint16(at.end + 10, true), MAX_FILES);
  for (let i = 0, p = at.start; i < count && p + 46 <= bytes.length && view.getUint32(p, true) === 0x02014b50; i++) {
    const flags = view.getUint16(p + 8, true);
    const method = view.getUint16(p + 10, true);
    const packed = view.getUint32(p + 20, true);
    const size = view.getUint32(p + 24, true);
    const nameLength = view.getUint16(p + 28, true);
    const next = p + 46 + nameLength + view.getUint16(p + 30, true) + view.getUint16(p + 32, true);
    const local = view.getUint32(p + 42, true);
    const name = new TextDecoder().decode(bytes.subarray(p + 46, p + 46 + nameLength));
    p = next;
    if (flags & 1 || !size || size > largest || name.endsWith('/') || local + 30 > bytes.length) continue;
    const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const data = bytes.subarray(from, from + packed);
    if (method === 0) yield {name, bytes: data};
    else if (method === 8) yield {name, bytes: await inflate(data, largest)};
  }
}

/**
 * Finds the directory at the end of an archive.
 * @param {DataView} view
 */
function directory(view) {
  const first = Math.max(view.byteLength - 22 - 0xffff, 0);
  for (let end = view.byteLength - 22; end >= first; end--) {
    if (view.getUint32(end, true) === 0x06054b50) return {end, start: view.getUint32(end + 16, true)};
  }
  throw new Error('the zip archive has no directory: it is cut, or damaged');
}

/**
 * @param {Uint8Array} data
 * @param {number} largest
 */
async function inflate(data, largest) {
  const copy = new Uint8Array(data);
  const stream = new Blob([copy]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  /** @type {Uint8Array[]} */
  const parts = [];
  let size = 0;
  const reader = stream.getReader();
  for (let r = await reader.read(); !r.done; r = await reader.read()) {
    size += r.value.length;
    if (size > largest) throw new Error('a file of the zip archive is larger than it says');
    parts.push(r.value);
  }
  const all = new Uint8Array(size);
  let to = 0;
  for (const part of parts) {
    all.set(part, to);
    to += part.length;
  }
  return all;
}
