// @ts-check
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {coordinates, isPass, pointAt} from '../files/js/points.js';
import {GameTree, TreeNode, endOf} from '../files/js/tree.js';

/** @param {string} text moves and variations: "h8 (g7 h9) i9", where parentheses replace the move before them */
function tree(text, start = {}) {
  const t = new GameTree(start);
  let node = t.root;
  /** @type {TreeNode[]} */
  const stack = [];
  for (const word of text.match(/[a-z]\d+|-|[()]/g) ?? []) {
    if (word === '(') {
      stack.push(node);
      node = /** @type {TreeNode} */ (node.parent);
    } else if (word === ')') {
      node = /** @type {TreeNode} */ (stack.pop());
    } else {
      node = t.addLine(node, [word]);
    }
  }
  return t;
}

/** @param {GameTree} t */
const main = (t) => t.whole(t.root).map((n) => n.move).join(' ');

test('points are words', () => {
  assert.equal(pointAt(7, 7), 'h8');
  assert.deepEqual(coordinates('h8'), {x: 7, y: 7});
  assert.deepEqual(coordinates('V22'), {x: 21, y: 21});
  for (const bad of ['', 'h', 'h0', 'h08', 'w1', 'h23', 'hh8', '8h', 'h8 ']) assert.equal(coordinates(bad), null, bad);
  assert.equal(coordinates('o15', 15)?.x, 14);
  assert.equal(coordinates('p15', 15), null);
  assert.ok(isPass('-') && isPass('--') && isPass('pass') && !isPass('h8'));
});

test('moves are followed or added, and a listener hears of each', () => {
  const t = new GameTree();
  let changes = 0;
  t.addEventListener('change', () => changes++);
  const h8 = t.add('h8');
  t.add('i9');
  assert.equal(changes, 2);
  t.first();
  assert.equal(t.add('h8'), h8);
  assert.equal(t.root.children.length, 1);
  t.back();
  t.add('g7');
  assert.deepEqual(t.root.children.map((n) => n.move), ['h8', 'g7']);
  assert.deepEqual(t.line(), ['g7']);
});

test('back, forward, first, last and sibling end at the ends', () => {
  const t = tree('h8 i9 (g7 h9) h7');
  assert.equal(t.back(), false);
  assert.equal(t.last(), true);
  assert.deepEqual(t.line(), ['h8', 'i9', 'h7']);
  assert.equal(t.forward(), false);
  assert.equal(t.back(), true);
  assert.equal(t.sibling(1), true);
  assert.deepEqual(t.line(), ['h8', 'g7']);
  assert.equal(t.sibling(-1), true);
  assert.deepEqual(t.line(), ['h8', 'i9']);
  assert.equal(t.goto(t.current), false);
});

test('promote changes places with the variation before', () => {
  const t = tree('h8 i9 (g7 h9) (g9) h7');
  const g9 = t.root.children[0].children[2];
  assert.ok(t.promote(g9));
  assert.deepEqual(t.root.children[0].children.map((n) => n.move), ['i9', 'g9', 'g7']);
  const h9 = t.root.children[0].children[2].children[0]; // h9 is the first child of g7: g7 is what moves
  assert.ok(t.promote(h9) && t.promote(h9));
  assert.equal(main(t), 'h8 g7 h9');
  assert.equal(t.promote(h9), false);
  assert.equal(t.promote(t.root), false);
});

test('promoteToMain makes a deep variation the game', () => {
  const t = tree('h8 (g7 g8 (f7 e7)) i9');
  const e7 = t.root.children[1].children[1].children[0];
  assert.ok(t.promoteToMain(e7));
  assert.equal(main(t), 'g7 f7 e7');
  assert.equal(t.promoteToMain(e7), false);
});

test('remove takes what follows, and can be taken back', () => {
  const t = tree('h8 i9 (g7 h9) h7');
  t.goto(t.root.children[0].children[1].children[0]);
  const g7 = t.root.children[0].children[1];
  const restore = t.remove(g7);
  assert.deepEqual(t.line(), ['h8']);
  assert.equal(t.root.children[0].children.length, 1);
  restore();
  assert.deepEqual(t.line(), ['h8', 'g7', 'h9']);
  assert.equal(t.root.children[0].children[1], g7);
  const all = t.remove(t.root);
  assert.deepEqual(t.root.children, []);
  assert.equal(t.current, t.root);
  all();
  assert.equal(main(t), 'h8 i9 h7');
});

test('turn, number and stones follow moves, passes and positions that are set up', () => {
  const t = tree('h8 - i9', {black: ['a1'], white: ['b2', 'c3'], turn: 'white'});
  t.last();
  assert.equal(t.turn(t.root), 'white');
  assert.equal(t.turn(), 'black');
  assert.equal(t.number(), 3);
  assert.deepEqual(t.stones(), [
    {point: 'a1', color: 'black'},
    {point: 'b2', color: 'white'},
    {point: 'c3', color: 'white'},
    {point: 'h8', color: 'white', number: 1},
    {point: 'i9', color: 'white', number: 3},
  ]);
  const node = new TreeNode(t.current, null);
  node.setup = {black: ['d4'], white: [], turn: 'white'};
  t.current.children.push(node);
  t.goto(node);
  assert.equal(t.turn(), 'white');
  t.add('e5');
  assert.equal(t.turn(), 'black');
  assert.equal(t.number(), 4);
  assert.deepEqual(t.stones(), [{point: 'd4', color: 'black'}, {point: 'e5', color: 'white', number: 4}]);
  assert.deepEqual(t.request(), {position: 'freestyle 15 black d4 turn white', moves: ['e5']});
  assert.equal(t.text(), 'freestyle 15 black d4 turn white moves e5');
});

test('requests have the text of the start, and moves', () => {
  const t = tree('h8 i9 h7', {rule: 'renju'});
  t.last();
  assert.deepEqual(t.request(), {position: 'renju 15', moves: ['h8', 'i9', 'h7']});
  assert.equal(t.text(), 'renju 15 h8i9h7');
  t.current.unclaimed = true;
  t.add('--');
  t.add('g8');
  assert.deepEqual(t.request(), {position: 'renju 15', moves: ['h8', 'i9', 'h7!', '-', 'g8']});
  assert.equal(t.text(), 'renju 15 h8i9h7!--g8');
  const s = new GameTree({black: ['h8'], white: ['i9'], turn: 'black', size: 19, rule: 'standard'});
  assert.deepEqual(s.request(), {position: 'standard 19 black h8 white i9 turn black', moves: []});
});

test('JSON keeps the whole tree', () => {
  const t = tree('h8 i9 (- h9) h7', {rule: 'renju', black: ['a1'], white: ['b1'], turn: 'black'});
  t.tags = {black: 'Ann', event: 'Cup'};
  t.outcome = 'white wins';
  t.reason = 'resignation';
  const [h8] = t.root.children;
  h8.comment = 'center';
  h8.unclaimed = true;
  h8.props = {LB: ['h8:A']};
  const json = JSON.parse(JSON.stringify(t));
  assert.deepEqual(json.game, {
    size: 15, rule: 'renju', black: ['a1'], white: ['b1'], moves: ['h8', 'i9', 'h7'], unclaimed: [0],
    outcome: 'white wins', reason: 'resignation', tags: {black: 'Ann', event: 'Cup'},
  });
  assert.equal(json.tree.children[0].children[1].move, '-');
  const back = GameTree.fromJSON(json);
  assert.deepEqual(JSON.parse(JSON.stringify(back)), json);
  assert.equal(back.root.children[0].children[1].move, '-');
  const without = GameTree.fromJSON({game: json.game});
  assert.deepEqual(JSON.parse(JSON.stringify(without)).game, json.game);
});

test('the result belongs to the end of the main line', () => {
  const t = tree('h8 i9 (g7) h7');
  t.outcome = 'black wins';
  t.reason = 'time';
  assert.equal(t.game().outcome, 'black wins');
  const variation = t.game(t.root.children[0].children[1]);
  assert.deepEqual([variation.moves, variation.outcome, variation.reason], [['h8', 'g7'], 'undecided', 'none']);
});

test('a game ends before, or begins at, a position that is set up', () => {
  const t = tree('h8 i9');
  const node = new TreeNode(endOf(t.root), null);
  node.setup = {black: ['d4'], white: ['e5'], turn: 'black'};
  endOf(t.root).children.push(node);
  const f6 = t.addLine(node, ['f6']);
  assert.deepEqual(t.game().moves, ['h8', 'i9']);
  const own = t.game(f6);
  assert.deepEqual([own.moves, own.black, own.white], [['f6'], ['d4'], ['e5']]);
});

test('long and wide trees are kept', () => {
  const t = new GameTree();
  let node = t.root;
  for (let i = 0; i < 20000; i++) {
    const next = new TreeNode(node, 'h8');
    node.children.push(next);
    node = next;
  }
  let n = 0;
  for (let at = GameTree.fromJSON(t.toJSON()).root; at.children.length; at = at.children[0]) n++;
  assert.equal(n, 20000);
});
