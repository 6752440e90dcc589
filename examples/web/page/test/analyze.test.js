// @ts-check
import assert from 'node:assert/strict';
import {beforeEach, test} from 'node:test';

import {Search} from '../files/js/analyze/search.js';
import {Session} from '../files/js/analyze/session.js';
import {EngineError, engine} from '../files/js/engine/engine.js';
import {GameTree} from '../files/js/tree.js';

/** @typedef {{request: any, signal: AbortSignal, onEvent: (e: any) => void, end: (e: any) => void, fail: (e: Error) => void}} Run */

/** @type {Run[]} The searches that were asked for. */
let runs = [];
/** @type {(request: any) => any} What the engine says of a position. */
let described = () => ({});

beforeEach(() => {
  runs = [];
  described = () => ({outcome: 'undecided', winner: 'empty'});
  engine.quick = async (request) => ({type: 'described', ...described(request)});
  engine.run = (request, o = {}) =>
    new Promise((end, fail) => {
      const signal = /** @type {AbortSignal} */ (o.signal);
      runs.push({request, signal, onEvent: o.onEvent ?? (() => {}), end, fail});
      signal.addEventListener('abort', () => fail(new DOMException('', 'AbortError')));
    });
});

/** Waits until timers of no delay and promises have run. */
const settled = () => new Promise((done) => setTimeout(done, 10));

/** @param {string[]} moves */
function begin(moves = [], start = {}) {
  const tree = new GameTree(start);
  for (const move of moves) tree.add(move);
  const session = new Session(tree);
  const search = new Search(session);
  search.listen();
  session.update();
  return {tree, session, search};
}

/** @param {number} depth */
const info = (depth, rank = 0, moves = ['i9']) => ({type: 'info', depth, selDepth: depth, rank, moves, score: 10, chances: 0.6, nodes: 1, nodesPerSecond: 1});

test('the search follows the node that is looked at, and nothing comes from one that was left', async () => {
  const {tree, session} = begin(['h8', 'i9']);
  await settled();
  assert.equal(runs.length, 1);
  assert.deepEqual(runs[0].request.moves, ['h8', 'i9']);
  const left = session.node;
  tree.back();
  assert.ok(runs[0].signal.aborted, 'the old search ends at once');
  runs[0].onEvent(info(5)); // an event that was under way
  await new Promise((done) => setTimeout(done, 200)); // moves in a hurry wait a little
  assert.equal(session.about(left).evaluation, undefined);
  assert.equal(session.about().evaluation, undefined);
  assert.deepEqual(runs.at(-1)?.request.moves, ['h8']);
  session.close();
});

test('lines are kept by rank, and a move has one of them', async () => {
  const {session} = begin(['h8']);
  await settled();
  const {onEvent, end} = runs[0];
  onEvent(info(4, 0, ['i9', 'g7']));
  onEvent(info(4, 1, ['g7']));
  onEvent(info(6, 0, ['g7', 'i9']));
  const found = session.about().evaluation;
  assert.deepEqual(found?.lines.map((l) => l.moves[0]), ['g7']); // g7 of rank 1 is the older one
  assert.equal(found?.depth, 6);
  onEvent(info(6, 1, ['i9']));
  assert.deepEqual(session.about().evaluation?.lines.map((l) => l.moves[0]), ['g7', 'i9']);
  end({type: 'analyzed', lines: []});
  await settled();
  assert.equal(session.about().evaluation?.stop, 'time');
  session.close();
});

test('a search that begins anew does not replace a deeper one', async () => {
  const {tree, session} = begin(['h8']);
  await settled();
  runs[0].onEvent(info(12));
  tree.back();
  await settled();
  tree.forward();
  await new Promise((done) => setTimeout(done, 200));
  const again = runs[runs.length - 1];
  assert.deepEqual(again.request.moves, ['h8']);
  again.onEvent(info(3));
  assert.equal(session.about().evaluation?.depth, 12);
  again.onEvent(info(13));
  assert.equal(session.about().evaluation?.depth, 13);
  session.close();
});

test('what needs the machine holds the search', async () => {
  const {search, session} = begin(['h8']);
  await settled();
  const release = search.hold();
  assert.ok(runs[0].signal.aborted);
  assert.equal(search.state, 'waiting');
  search.restart();
  assert.equal(runs.length, 1);
  release();
  release();
  assert.equal(search.holds, 0);
  assert.equal(runs.length, 2);
  search.toggle(false);
  assert.ok(runs[1].signal.aborted);
  assert.equal(search.state, 'off');
  search.toggle(true);
  session.close();
});

test('a game that is over is not searched', async () => {
  described = () => ({outcome: 'black wins', winner: 'black', row: ['h8']});
  const {search, session} = begin(['h8']);
  await settled();
  assert.ok(session.over);
  assert.ok(runs.every((r) => r.signal.aborted));
  assert.equal(search.state, 'done');
  session.close();
});

test('moves against the rules are refused with the reason', async () => {
  described = () => ({outcome: 'undecided', winner: 'empty', forbidden: [{point: 'g7', foul: 'double three'}]});
  const {session, tree} = begin(['h8', 'i9'], {rule: 'renju'});
  await settled();
  /** @type {any[]} */
  const refused = [];
  session.on('refused', (r) => refused.push([r.code, r.foul]));
  session.play('h8');
  session.play('g7');
  assert.deepEqual(refused, [['occupied', undefined], ['forbidden', 'double three']]);
  assert.deepEqual(tree.line(), ['h8', 'i9']);
  session.play('h7');
  assert.deepEqual(tree.line(), ['h8', 'i9', 'h7']);
  session.close();
});

test('the last move of a game may be a foul, and a position may break the rules', async () => {
  described = () => {
    throw new EngineError('forbidden', 'g7 is forbidden');
  };
  const {session} = begin(['h8', 'i9', 'g7'], {rule: 'renju'});
  await settled();
  assert.equal(session.about().facts?.winner, 'white');
  session.close();
  described = () => {
    throw new EngineError('gameOver', 'the game is over');
  };
  const other = begin(['h8', 'i9']);
  await settled();
  assert.equal(other.session.about().error?.code, 'gameOver');
  assert.ok(other.session.over);
  other.session.close();
});
