// @ts-check
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {ShareError, decode, encode} from '../files/js/share.js';
import {GameTree} from '../files/js/tree.js';

test('a game with variations is the same after encode and decode', () => {
  for (const text of [
    'freestyle_15',
    'renju_15_h8i9h7/3',
    'renju_15_h8i9h7/0',
    'freestyle_15_h8i9(g7h9)(g9h10(h6i7)h11)h7i7/2',
    'freestyle_15_h8i9(g7h9)h7i7/3',
    'standard_19_black_a1b2_white_c3_turn_white_moves_h8--i9/1',
    'renju_15_h8i9h7!g7/4',
    'caro-overline_22_v22a1/2',
    'freestyle_15_turn_white',
  ]) {
    assert.equal(encode(decode(text)), text);
  }
});

test('variations may use points of the line that they leave', () => {
  const t = decode('freestyle_15_h8i9(g7i9h9)h7(g7(h6))g7/7');
  assert.deepEqual(t.line(), ['h8', 'i9', 'g7']);
});

test('without a node the end of the game is shown', () => {
  assert.deepEqual(decode('renju 15 h8i9(g7h9)h7').line(), ['h8', 'i9', 'h7']);
  assert.deepEqual(decode('h8i9').line(), ['h8', 'i9']);
  assert.deepEqual(decode('h8i9/77').line(), ['h8', 'i9']);
  assert.deepEqual(decode('').line(), []);
  assert.equal(decode('renju%2015%20h8').start.rule, 'renju');
});

test('what is no game is refused with a reason', () => {
  for (const [text, reason] of [
    ['renju_99_h8', /size/],
    ['renju', /size/],
    ['h8h8', /taken/],
    ['h8(h8)i9h8', /taken/],
    ['h8i9(g7', /without a \)/],
    ['h8)', /without a \(/],
    ['(h8)', /replaces/],
    ['freestyle_7_h8', /not on a board/],
    ['freestyle_15_black_h8_white_h8_turn_black', /two stones/],
    ['freestyle_15_turn_green', /black or white/],
    ['chess_e4', /no list of moves/],
    ['freestyle_15_black_xx_turn_black', /no list of points/],
    ['%', /percent/],
  ]) {
    assert.throws(() => decode(/** @type {string} */ (text)), (/** @type {unknown} */ e) => e instanceof ShareError && /** @type {RegExp} */ (reason).test(e.message), `${text}`);
  }
});

test('a position set up within a game begins the shared one', () => {
  const t = new GameTree();
  t.add('h8');
  const json = t.toJSON();
  json.tree.children?.[0].children?.push({move: 'i9'});
  (json.tree.children ?? [])[0].children = [{setup: {black: ['a1'], white: ['b1'], turn: 'white'}, children: [{move: 'c1'}]}];
  const back = GameTree.fromJSON(json);
  assert.equal(encode(back), 'freestyle_15_h8/0');
  back.last();
  assert.equal(encode(back), 'freestyle_15_black_a1_white_b1_turn_white_moves_c1/1');
});

test('a text that would be too long keeps the line that is looked at', () => {
  const t = new GameTree({size: 22});
  for (let i = 0; i < 22; i++) {
    for (let j = 1; j < 22; j++) t.addLine(t.root, [String.fromCharCode(97 + i) + j, String.fromCharCode(97 + i) + (j + 1), 'k1']);
  }
  t.goto(t.root.children[100].children[0]);
  const text = encode(t);
  assert.ok(text.length < 100, text);
  assert.deepEqual(decode(text).line(), t.line());
});
