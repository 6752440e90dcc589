// @ts-check
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {deflateRawSync} from 'node:zlib';

import {isZip, unzip} from '../files/js/zip.js';

/** @param {{name: string, data: Buffer, method: 0|8, flags?: number}[]} files */
function zip(files) {
  const local = [];
  const directory = [];
  let at = 0;
  for (const {name, data, method, flags = 0} of files) {
    const packed = method ? deflateRawSync(data) : data;
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(method, 8);
    head.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(flags, 8);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(data.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    local.push(head, Buffer.from(name), packed);
    directory.push(entry, Buffer.from(name));
    at += 30 + name.length + packed.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(at, 16);
  return new Uint8Array(Buffer.concat([...local, entries, end]));
}

/** @param {Uint8Array} bytes */
async function all(bytes, largest = 1 << 20) {
  const got = [];
  for await (const f of unzip(bytes, largest)) got.push([f.name, Buffer.from(f.bytes).toString()]);
  return got;
}

test('stored and deflated files are read; folders, empty, encrypted and large ones are not', async () => {
  const text = Buffer.from('h8i9h7 '.repeat(500));
  const bytes = zip([
    {name: 'a/', data: Buffer.alloc(0), method: 0},
    {name: 'a/one.psq', data: text, method: 8},
    {name: 'two.txt', data: Buffer.from('h8'), method: 0},
    {name: 'secret', data: text, method: 8, flags: 1},
    {name: 'large', data: Buffer.alloc(6000), method: 8},
  ]);
  assert.ok(isZip(bytes));
  assert.deepEqual(await all(bytes, 5000), [['a/one.psq', text.toString()], ['two.txt', 'h8']]);
});

test('a file that says it is small and is not is refused', async () => {
  const bytes = zip([{name: 'bomb', data: Buffer.alloc(1 << 20), method: 8}]);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < bytes.length - 4; i++) if (view.getUint32(i, true) === 0x02014b50) view.setUint32(i + 24, 10, true);
  await assert.rejects(all(bytes, 1000), /larger than it says/);
});

test('an archive that is cut is refused', async () => {
  const bytes = zip([{name: 'one', data: Buffer.from('h8'), method: 0}]);
  await assert.rejects(all(bytes.subarray(0, bytes.length - 10)), /no directory/);
  assert.equal(isZip(Uint8Array.of(1, 2, 3)), false);
});
