// @ts-check
/**
 * The engine in this browser: workers that run it as WebAssembly. One answers what needs no search, so that the board never waits;
 * the others search, as many as there are processors to spare. Each is started when it is first needed.
 * @module
 */

import {aborted, EngineError} from './errors.js';

/** @typedef {import('./engine.js').Request} Request */
/** @typedef {import('./engine.js').Answer} Answer */
/** @typedef {import('./engine.js').RunOptions} RunOptions */
/** @typedef {{resolve: (answer: Answer) => void, reject: (error: unknown) => void, onEvent?: (event: Answer) => void}} Waiting */

/** A worker and the requests that it has. */
class Lane {
  constructor() {
    /** @type {Worker|undefined} */
    this.worker = undefined;
    /** @type {Map<number, Waiting>} */
    this.waiting = new Map();
    this.next = 1;
    /** @type {((error: Error) => void)|undefined} */
    this.failed = undefined;
    /** @type {Promise<void>|undefined} */
    this.ready = undefined;
  }

  /** Starts the worker if there is none. */
  start() {
    this.ready ??= new Promise((resolve, reject) => {
      const worker = new Worker(new URL('worker.js', import.meta.url), {type: 'module'});
      this.worker = worker;
      let started = false;
      const fail = (/** @type {string} */ message) => {
        if (this.worker !== worker) return; // another one has taken its place
        const error = new EngineError(started ? 'internal' : 'notStarted', message);
        reject(error);
        worker.terminate();
        this.worker = this.ready = undefined; // the next request starts another one
        for (const w of this.waiting.values()) w.reject(error);
        this.waiting.clear();
      };
      worker.onmessage = ({data}) => {
        if (data.ready) {
          started = true;
          resolve();
        } else if (data.failed) fail(data.failed);
        else this.take(data.id, JSON.parse(data.event), data.last);
      };
      worker.onerror = event => {
        event.preventDefault();
        fail(event.message || 'the engine does not start');
      };
    });
    return this.ready;
  }

  /** @param {number} id @param {Answer} event @param {boolean} last */
  take(id, event, last) {
    const w = this.waiting.get(id);
    if (!w) return; // it was aborted
    if (!last) {
      w.onEvent?.(event);
      return;
    }
    this.waiting.delete(id);
    if (event.type === 'error') w.reject(new EngineError(event.code, event.message));
    else w.resolve(event);
  }

  /**
   * @param {Request} request
   * @param {RunOptions} options
   * @returns {Promise<Answer>}
   */
  async run(request, {signal, onEvent}) {
    if (signal?.aborted) throw aborted();
    const id = this.next++;
    const ended = new AbortController(); // takes the listener from a signal that outlives the request
    const answer = new Promise((/** @type {(answer: Answer) => void} */ resolve, reject) => {
      this.waiting.set(id, {resolve, reject, onEvent});
      signal?.addEventListener('abort', () => {
        if (!this.waiting.delete(id)) return;
        this.worker?.postMessage({cancel: id});
        reject(aborted());
      }, {once: true, signal: ended.signal});
    });
    try {
      await Promise.race([this.start(), answer]); // it may be aborted, or the worker die, before that has started
      if (this.waiting.has(id)) this.worker?.postMessage({id, request: JSON.stringify(request)});
      return await answer;
    } finally {
      ended.abort();
    }
  }
}

/** @typedef {import('./engine.js').Engine} Engine */

/** @implements {Engine} */
export class BrowserEngine {
  constructor() {
    /** @type {'browser'} */
    this.kind = 'browser';
    // A processor is left to the page. Each worker takes some 60 MB of memory.
    this.workers = Math.max(1, Math.min((navigator.hardwareConcurrency || 2) - 1, 4));
    this.quickLane = new Lane();
    /** @type {Lane[]} */
    this.lanes = [];
  }

  /** @type {Engine['quick']} */
  quick(request, options = {}) {
    return this.quickLane.run(request, options);
  }

  /** @type {Engine['run']} */
  run(request, options = {}) {
    return this.lane().run(request, options);
  }

  /** A lane with nothing to do, or the one with least. */
  lane() {
    let best = this.lanes.find(l => l.waiting.size === 0);
    if (!best && this.lanes.length < this.workers) {
      best = new Lane();
      this.lanes.push(best);
    }
    return best ?? this.lanes.reduce((a, b) => (b.waiting.size < a.waiting.size ? b : a));
  }
}
