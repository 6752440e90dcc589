// @ts-check
/**
 * The engine, wherever it runs: in this browser (browser.js) or on the server (server.js).
 *
 *     const move = await engine.run({op: 'move', position: 'h8i9', level: '3'}, {signal, onEvent: info => …});
 *
 * Requests and events are those of the Go package examples/web/service.
 * @module
 */

import {BrowserEngine} from './browser.js';
import {EngineError} from './errors.js';
import {ServerEngine} from './server.js';
import {get, set} from '../settings.js';

export {EngineError};

/** @typedef {Record<string, any> & {op: string}} Request */
/** @typedef {Record<string, any> & {type: string}} Answer */

/**
 * @typedef {object} RunOptions
 * @property {AbortSignal} [signal] ends the request; its answer is then never delivered
 * @property {(event: Answer) => void} [onEvent] is called for each event before the answer
 */

/**
 * @typedef {object} Engine
 * @property {Kind} kind
 * @property {number} workers how many searches run at once
 * @property {(request: Request, options?: RunOptions) => Promise<Answer>} run answers a request. Rejects with an EngineError, or
 *     an AbortError when the signal ends it.
 * @property {(request: Request, options?: RunOptions) => Promise<Answer>} quick does the same for requests that do not search,
 *     without waiting for those that do
 */

/**
 * @typedef {object} Offers what the site has beside the page
 * @property {boolean} engine
 * @property {boolean} games
 */

/** @type {Promise<Offers>|undefined} */
let asked;

/**
 * Asks the site what it offers. A server of files offers nothing but the page.
 * @returns {Promise<Offers>}
 */
export function offers() {
  asked ??= fetch('api', {cache: 'no-store'})
    .then(r => (r.ok && r.headers.get('content-type')?.startsWith('application/json') ? r.json() : {}))
    .catch(() => ({}))
    .then((/** @type {Partial<Offers>} */ o) => ({engine: o.engine === true, games: o.games === true}));
  return asked;
}

/** @typedef {'browser'|'server'} Kind */

/** The engine that was chosen. Its `change` event says that it is another one. */
class ChosenEngine extends EventTarget {
  constructor() {
    super();
    /** @type {Partial<Record<Kind, Engine>>} */
    this.started = {};
    /** @type {Kind[]} */
    this.kinds = canRun() ? ['browser'] : [];
    /** @type {Kind} */
    this.kind = this.kinds[0] ?? 'server';
    /** Resolves when it is known which engines there are. */
    this.ready = offers().then(o => {
      if (!o.engine) return;
      this.kinds.push('server');
      const wish = /** @type {Kind} */ (get('engine', this.kind));
      if (wish !== this.kind && this.kinds.includes(wish)) choose(wish);
    });
  }

  get chosen() {
    return (this.started[this.kind] ??= this.kind === 'server' ? new ServerEngine() : new BrowserEngine());
  }

  /** How many searches run at once. */
  get workers() {
    return this.chosen.workers;
  }

  /** @type {Engine['run']} */
  run(request, options) {
    return this.ask('run', request, options);
  }

  /** @type {Engine['quick']} */
  quick(request, options) {
    return this.ask('quick', request, options);
  }

  /**
   * Asks the chosen engine. If the browser's does not start, the server's takes its place, if there is one.
   * @param {'run'|'quick'} how
   * @param {Request} request
   * @param {RunOptions} [options]
   * @returns {Promise<Answer>}
   */
  async ask(how, request, options) {
    try {
      return await this.chosen[how](request, options);
    } catch (error) {
      if (!(error instanceof EngineError) || error.code !== 'notStarted') throw error;
      await this.ready;
      if (!this.kinds.includes('server')) throw error;
    }
    if (this.kinds.includes('browser')) {
      this.kinds = ['server'];
      this.kind = 'server';
      this.dispatchEvent(new Event('change'));
    }
    options?.signal?.throwIfAborted();
    return this.chosen[how](request, options);
  }
}

/** Reports whether this browser can run the engine. */
function canRun() {
  return typeof WebAssembly === 'object' && typeof Worker === 'function';
}

export const engine = new ChosenEngine();

/** The engines that there are: after engine.ready, the server's is among them if there is one. */
export function kinds() {
  return [...engine.kinds];
}

/**
 * Chooses where the engine runs, here and on later visits.
 * @param {Kind} kind
 */
export function choose(kind) {
  if (kind === engine.kind || !engine.kinds.includes(kind)) return;
  engine.kind = kind;
  set('engine', kind);
  engine.dispatchEvent(new Event('change'));
}

/**
 * Reviews a game with all workers of an engine.
 * @param {Pick<Engine, 'workers'|'run'|'quick'>} engine
 * @param {Record<string, any>} game
 * @param {RunOptions & {limits?: object}} [options] onEvent gets {type: 'judged', move, done, all}, in no certain order
 * @returns {Promise<Answer>} the event "review"
 */
export async function reviewGame(engine, game, options = {}) {
  const all = game.moves.length;
  const parts = Math.max(1, Math.min(engine.workers, Math.floor(all / 6)));
  /** @type {any[]} */
  const moves = [];
  const stop = new AbortController(); // an error of one part ends the others
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  const jobs = [];
  for (let i = 0; i < parts; i++) {
    const first = Math.floor((i * all) / parts) + 1;
    const last = Math.floor(((i + 1) * all) / parts);
    const request = {op: 'review', game, first: all ? first : 0, last, ...(options.limits ? {limits: options.limits} : {})};
    jobs.push(engine.run(request, {
      signal,
      onEvent: event => {
        if (event.type !== 'judged') return;
        moves.push(event.move);
        options.onEvent?.({...event, done: moves.length, all});
      },
    }));
  }
  try {
    const answers = await Promise.all(jobs);
    if (answers.length === 1) return answers[0];
  } catch (error) {
    stop.abort();
    throw error;
  }
  moves.sort((a, b) => a.number - b.number);
  return engine.quick({op: 'summarize', game, moves}, options);
}
