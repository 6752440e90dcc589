// @ts-check
import assert from 'node:assert/strict';
import {readdirSync} from 'node:fs';
import {test} from 'node:test';

const folder = new URL('../files/js/words/', import.meta.url);

for (const name of readdirSync(folder)) {
  test(`${name} says the same in both languages`, async () => {
    const module = await import(new URL(name, folder).href);
    const {en, zh} = module.words ?? module.default;
    assert.deepEqual(Object.keys(zh).sort(), Object.keys(en).sort());
    const gaps = (/** @type {string} */ text) => [...new Set(text.match(/\{\w+\}/g))].sort();
    for (const key of Object.keys(en)) assert.deepEqual(gaps(zh[key]), gaps(en[key]), key);
  });
}
