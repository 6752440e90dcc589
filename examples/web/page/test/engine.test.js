// @ts-check
import assert from 'node:assert/strict';
import {afterEach, beforeEach, test} from 'node:test';

import {BrowserEngine} from '../files/js/engine/browser.js';
import {reviewGame} from '../files/js/engine/engine.js';
import {EngineError} from '../files/js/engine/errors.js';
import {ServerEngine} from '../files/js/engine/server.js';

/** A worker that does what the test says. */
class FakeWorker {
  constructor() {
    /** @type {any[]} */
    this.received = [];
    this.terminated = false;
    /** @type {(event: any) => void} */
    this.onmessage = () => {};
    /** @type {(event: any) => void} */
    this.onerror = () => {};
    workers.push(this);
  }
  /** @param {any} message */
  postMessage(message) {
    this.received.push(message);
  }
  terminate() {
    this.terminated = true;
  }
  /** @param {any} data */
  say(data) {
    this.onmessage({data});
  }
  /** @param {number} id @param {object} event */
  answer(id, event, last = true) {
    this.say({id, event: JSON.stringify(event), last});
  }
}

/** @type {FakeWorker[]} */
let workers = [];
const before = {Worker: globalThis.Worker, fetch: globalThis.fetch};

beforeEach(() => {
  workers = [];
  globalThis.Worker = /** @type {any} */ (FakeWorker);
  Object.defineProperty(globalThis, 'navigator', {value: {hardwareConcurrency: 4}, configurable: true}); // older Nodes have none
});

afterEach(() => Object.assign(globalThis, before));

const settled = () => new Promise((done) => setTimeout(done, 5));
/** @param {string} code */
const code = (code) => (/** @type {any} */ e) => e instanceof EngineError && e.code === code;
/** @param {any} e */
const isAbort = (e) => e.name === 'AbortError';

test('workers start when they are needed, one for each search and one for quick requests', async () => {
  const engine = new BrowserEngine();
  assert.equal(engine.workers, 3);
  assert.equal(workers.length, 0);
  const searches = [1, 2, 3, 4].map(() => engine.run({op: 'move'}));
  const quick = engine.quick({op: 'describe'});
  assert.equal(workers.length, 4);
  for (const w of workers) w.say({ready: true});
  await settled();
  assert.deepEqual(workers.map((w) => w.received.map((m) => JSON.parse(m.request).op)), [['move', 'move'], ['move'], ['move'], ['describe']]);
  workers[0].answer(1, {type: 'move', n: 1});
  workers[0].answer(2, {type: 'move', n: 4});
  workers[1].answer(1, {type: 'move', n: 2});
  workers[2].answer(1, {type: 'move', n: 3});
  workers[3].answer(1, {type: 'described'});
  assert.deepEqual((await Promise.all(searches)).map((a) => a.n), [1, 2, 3, 4]);
  assert.equal((await quick).type, 'described');
});

test('events come before the answer, and none of either after an abort', async () => {
  const engine = new BrowserEngine();
  /** @type {any[]} */
  const events = [];
  const stop = new AbortController();
  const search = engine.run({op: 'analyze'}, {signal: stop.signal, onEvent: (e) => events.push(e.depth)});
  workers[0].say({ready: true});
  await settled();
  workers[0].answer(1, {type: 'info', depth: 1}, false);
  workers[0].answer(1, {type: 'info', depth: 2}, false);
  stop.abort();
  workers[0].answer(1, {type: 'info', depth: 3}, false);
  workers[0].answer(1, {type: 'analyzed'});
  await assert.rejects(search, isAbort);
  assert.deepEqual(events, [1, 2]);
  assert.deepEqual(workers[0].received.at(-1), {cancel: 1});
});

test('an abort does not wait for the worker to start, and then nothing is asked', async () => {
  const engine = new BrowserEngine();
  const stop = new AbortController();
  const search = engine.run({op: 'move'}, {signal: stop.signal});
  stop.abort();
  await assert.rejects(search, isAbort);
  workers[0].say({ready: true});
  await settled();
  assert.equal(workers[0].received.some((m) => m.request), false);
  await assert.rejects(engine.run({op: 'move'}, {signal: stop.signal}), isAbort);
});

test('errors of the service are EngineErrors', async () => {
  const engine = new BrowserEngine();
  const search = engine.run({op: 'move'});
  workers[0].say({ready: true});
  await settled();
  workers[0].answer(1, {type: 'error', code: 'occupied', message: 'point is occupied'});
  await assert.rejects(search, code('occupied'));
});

test('a worker that dies ends its requests, and the next one gets another worker', async () => {
  const engine = new BrowserEngine();
  const search = engine.run({op: 'move'});
  workers[0].say({ready: true});
  await settled();
  workers[0].say({failed: 'out of memory'});
  await assert.rejects(search, code('internal'));
  assert.equal(workers[0].terminated, true);
  const next = engine.run({op: 'move'});
  assert.equal(workers.length, 2);
  workers[1].say({ready: true});
  workers[0].onerror({preventDefault() {}, message: 'late news of the dead one'});
  await settled();
  workers[1].answer(2, {type: 'move'});
  assert.equal((await next).type, 'move');
});

test('an engine that does not start says so', async () => {
  const engine = new BrowserEngine();
  const search = engine.run({op: 'move'});
  workers[0].onerror({preventDefault() {}, message: ''});
  await assert.rejects(search, code('notStarted'));
});

/**
 * Answers the next fetch with a stream of chunks.
 * @param {string[]} chunks
 * @param {Error} [failure] what the stream ends with
 */
function serve(chunks, failure) {
  globalThis.fetch = async () =>
    new Response(new ReadableStream({
      start(to) {
        for (const c of chunks) to.enqueue(new TextEncoder().encode(c));
        if (failure) setTimeout(() => to.error(failure), 5);
        else to.close();
      },
    }));
}

test('events of the server may come in pieces', async () => {
  serve([': still here\n\nda', 'ta: {"type":"info","depth":1}\n', '\ndata: {"type":"info","depth":2}\n\ndata: {"type":"analyzed","lines":[]}\n\n']);
  /** @type {any[]} */
  const events = [];
  const answer = await new ServerEngine().run({op: 'analyze'}, {onEvent: (e) => events.push(e.depth)});
  assert.equal(answer.type, 'analyzed');
  assert.deepEqual(events, [1, 2]);
});

test('errors of the server are EngineErrors', async () => {
  const engine = new ServerEngine();
  serve(['data: {"type":"error","code":"gameOver","message":"the game is over"}\n\n']);
  await assert.rejects(engine.run({op: 'move'}), code('gameOver'));
  serve(['data: {"type":"info"}\n\n']);
  await assert.rejects(engine.run({op: 'move'}), code('internal'));
  serve(['data: {"type":"info"}\n\n'], new TypeError('network error'));
  await assert.rejects(engine.run({op: 'move'}), code('internal'));
  globalThis.fetch = async () => new Response('{"type":"error","code":"busy","message":"too many"}', {status: 429});
  await assert.rejects(engine.run({op: 'move'}), code('busy'));
  globalThis.fetch = async () => new Response('<html>', {status: 502});
  await assert.rejects(engine.run({op: 'move'}), code('internal'));
  globalThis.fetch = async () => {
    throw new TypeError('offline');
  };
  await assert.rejects(engine.run({op: 'move'}), code('internal'));
});

test('a review is shared by all workers, and adds up', async () => {
  const game = {moves: Array.from({length: 20}, (_, i) => `a${i + 1}`)};
  /** @type {any[]} */
  const asked = [];
  /** @type {any} */
  const engine = {
    workers: 3,
    run: async (/** @type {any} */ q, /** @type {any} */ o) => {
      asked.push([q.first, q.last]);
      for (let n = q.last; n >= q.first; n--) o.onEvent({type: 'judged', move: {number: n}, done: 1, all: 1});
      return {type: 'review', review: {}};
    },
    quick: async (/** @type {any} */ q) => ({type: 'review', review: {moves: q.moves}}),
  };
  /** @type {number[]} */
  const done = [];
  const answer = await reviewGame(engine, game, {onEvent: (e) => done.push(e.done)});
  assert.deepEqual(asked, [[1, 6], [7, 13], [14, 20]]);
  assert.deepEqual(done, game.moves.map((_, i) => i + 1));
  assert.deepEqual(answer.review.moves.map((/** @type {any} */ m) => m.number), game.moves.map((_, i) => i + 1));
});

test('a part of a review that fails ends the others', async () => {
  let ended = 0;
  /** @type {any} */
  const engine = {
    workers: 2,
    run: (/** @type {any} */ q, /** @type {any} */ o) =>
      new Promise((_, reject) => {
        o.signal.addEventListener('abort', () => ended++);
        if (q.first > 1) reject(new EngineError('internal', 'a fault'));
      }),
  };
  await assert.rejects(reviewGame(engine, {moves: Array(20).fill('a1')}), code('internal'));
  assert.equal(ended, 2);
});
