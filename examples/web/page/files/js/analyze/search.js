// @ts-check
// The search of the node that is looked at. It begins when the node is shown, streams its lines, and ends at once when another node
// is shown, the engine is switched off, or something else needs the machine.

import {EngineError, engine} from '../engine/engine.js';
import {get, set} from '../settings.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./session.js').Evaluation} Evaluation */
/** @typedef {import('./session.js').Line} Line */

/** How long a position is searched before someone asks for more. */
const MILLIS = 60_000;

/** While moves follow each other faster than this, no search begins: someone holds an arrow key. */
const SETTLE_MILLIS = 120;

export const MAX_LINES = 5;

export class Search {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    this.on = get('analyze.on', true);
    this.lines = Math.min(Math.max(Math.trunc(get('analyze.lines', 3)), 1), MAX_LINES);
    /** How many others need the machine for themselves. */
    this.holds = 0;
    /** @type {"off"|"running"|"done"|"waiting"|"error"} */
    this.state = 'off';
    this.message = '';
    this.run = new AbortController();
    this.changedAt = -Infinity;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    this.engineChanged = () => this.restart();
    engine.addEventListener('change', this.engineChanged);
  }

  /** Follows the session, whose listeners are forgotten when the parts of the view are made anew. */
  listen() {
    this.session.on('node', () => {
      this.stop(this.on ? 'waiting' : 'off');
      this.later();
    });
    this.session.on('facts', () => {
      if (this.session.over) this.stop('done');
    });
  }

  close() {
    this.stop('off');
    engine.removeEventListener('change', this.engineChanged);
  }

  /** @param {boolean} on */
  toggle(on = !this.on) {
    this.on = on;
    set('analyze.on', on);
    this.restart();
  }

  /** @param {number} lines */
  setLines(lines) {
    this.lines = lines;
    set('analyze.lines', lines);
    this.restart();
  }

  /** Searches a position that was searched long enough for as long again. */
  more() {
    this.start(true);
  }

  /**
   * Stops until the returned function is called: something else needs the machine.
   * @returns {() => void}
   */
  hold() {
    this.holds++;
    this.stop('waiting');
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.holds--;
      this.restart();
    };
  }

  /** @param {Search["state"]} state */
  stop(state) {
    clearTimeout(this.timer);
    this.run.abort();
    this.state = state;
    this.message = '';
    this.session.tell('lines');
  }

  restart() {
    this.stop(this.on ? 'waiting' : 'off');
    this.start();
  }

  later() {
    const now = performance.now();
    const hurry = now - this.changedAt < SETTLE_MILLIS;
    this.changedAt = now;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.start(), hurry ? SETTLE_MILLIS : 0);
  }

  async start(again = false) {
    const {session} = this;
    if (!this.on || this.holds || session.signal.aborted || session.over) {
      this.state = !this.on ? 'off' : session.over ? 'done' : 'waiting';
      return session.tell('lines');
    }
    const known = session.about();
    const done = known.evaluation;
    if (!again && done?.stop && done.wanted >= this.lines) {
      this.state = 'done';
      return session.tell('lines');
    }
    this.run.abort();
    const {signal} = (this.run = new AbortController());
    this.state = 'running';
    session.tell('lines');
    const found = new Found(this.lines);
    const keep = (/** @type {string} */ stop) => {
      if (signal.aborted) return;
      const evaluation = found.evaluation(stop);
      // A search that begins anew does not replace what a deeper one knows.
      const {evaluation: old} = known;
      if (evaluation && (!old || stop || evaluation.depth >= old.depth || evaluation.wanted > old.wanted)) known.evaluation = evaluation;
      session.tell('lines');
    };
    try {
      const request = {op: 'analyze', ...session.tree.request(), lines: this.lines, limits: {millis: MILLIS}};
      const end = await engine.run(request, {
        signal,
        onEvent: (/** @type {any} */ e) => {
          if (e.type === 'info' && found.add(e)) keep('');
        },
      });
      keep(end.stop ?? (found.lines[0]?.mate ? 'solved' : 'time'));
      if (!signal.aborted) this.state = 'done';
    } catch (e) {
      if (signal.aborted) return;
      this.state = 'error';
      this.message = e instanceof EngineError ? e.message : String(e);
    }
    session.tell('lines');
  }
}

/** Collects the lines of a search. */
class Found {
  /** @param {number} wanted */
  constructor(wanted) {
    this.wanted = wanted;
    /** @type {Line[]} */
    this.lines = [];
    this.selDepth = 0;
    this.nodes = 0;
    this.speed = 0;
  }

  /** @param {any} info */
  add(info) {
    if (!info.moves?.length || info.rank >= this.wanted) return false;
    this.lines[info.rank] = {moves: info.moves, score: info.score, chances: info.chances, mate: info.mate || undefined, depth: info.depth};
    this.selDepth = info.selDepth ?? info.depth;
    this.nodes = info.nodes ?? this.nodes;
    this.speed = info.nodesPerSecond ?? this.speed;
    return true;
  }

  /**
   * @param {string} stop
   * @returns {Evaluation|undefined}
   */
  evaluation(stop) {
    const lines = this.distinct();
    if (!lines.length) return undefined;
    const {wanted, selDepth, nodes, speed} = this;
    return {lines, wanted, depth: lines[0].depth, selDepth, nodes, speed, stop};
  }

  /** In the middle of an iteration a move can have two ranks, its new one and one of the iteration before. */
  distinct() {
    /** @type {Line[]} */
    const lines = [];
    for (const line of this.lines) {
      if (line && !lines.some((l) => l.moves[0] === line.moves[0])) lines.push(line);
    }
    return lines;
  }
}
