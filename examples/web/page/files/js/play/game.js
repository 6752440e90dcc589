// @ts-check
// A game against the machine: whose turn it is, what the machine is asked, and what may happen meanwhile. It knows the engine, but
// nothing of the page.
//
// Everything that ends a thought of the machine (undo, a new game, leaving) aborts its request; an answer that comes later is never
// played.

import {EngineError, engine as chosenEngine} from '../engine/engine.js';
import {opponent} from '../points.js';
import {GameTree} from '../tree.js';

/** @typedef {import('../points.js').Color} Color */
/** @typedef {import('../engine/engine.js').Answer} Answer */

/**
 * How a game is played.
 * @typedef {object} Settings
 * @property {string} rule
 * @property {number} size
 * @property {Color} side the person's color; with an opening protocol it follows from that
 * @property {number} level 1 to 10
 * @property {number} seconds for each move of the machine, instead of a level; 0: by level
 * @property {{minutes: number, increment: number}|null} clock of both, the increment in seconds
 * @property {string} opening a protocol, or "" for none
 * @property {boolean} first with a protocol: the person puts the first stones
 */

/** @typedef {{kind: string, points?: number, minFifths?: number, maxFifths?: number, candidates?: string[]}} Choice */

/**
 * How the game stands.
 * @typedef {"opening"|"yours"|"machine"|"over"|"stuck"} Phase
 */

/** A draw that the machine agrees to leaves it with at most these chances. */
const DRAW_CHANCES = 0.5;

export class PlayGame extends EventTarget {
  /**
   * @param {Settings} settings
   * @param {Pick<typeof chosenEngine, 'run'|'quick'>} [engine]
   */
  constructor(settings, engine = chosenEngine) {
    super();
    this.engine = engine;
    this.settings = settings;
    this.tree = new GameTree({rule: settings.rule, size: settings.size});
    this.side = settings.side;
    /** @type {Answer|null} what is on the board: the engine's "described" */
    this.facts = null;
    /** @type {Phase} */
    this.phase = settings.opening ? 'opening' : 'yours';
    /** @type {{winner: Color|null, reason: string}|null} */
    this.result = null;
    /** @type {Answer|null} the machine's best line so far */
    this.thought = null;
    /** @type {string} why the game is stuck */
    this.problem = '';
    this.turnStarted = 0;
    /** @type {Record<Color, number>} milliseconds left at the start of the turn */
    this.left = {black: 0, white: 0};
    if (settings.clock) this.left = {black: settings.clock.minutes * 60_000, white: settings.clock.minutes * 60_000};
    /** @type {any[]} the actions of the opening so far */
    this.actions = [];
    /** @type {Answer|null} the engine's "opening" */
    this.opening = null;
    this.seed = Math.floor(Math.random() * 2 ** 32);
    this.work = new AbortController();
    this.closed = false;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.flag = undefined;
    /** How many moves the opening has put on the board. */
    this.openingMoves = 0;
  }

  /** Begins, or goes on after an error. */
  async start() {
    this.problem = '';
    if (this.settings.opening && !this.opening?.done) await this.openingStep();
    else await this.refresh();
  }

  /** Ends all that goes on. */
  close() {
    this.closed = true;
    this.stopThinking();
    clearTimeout(this.flag);
  }

  changed() {
    if (!this.closed) this.dispatchEvent(new Event('change'));
  }

  stopThinking() {
    this.work.abort();
    this.work = new AbortController();
    this.thought = null;
  }

  /**
   * Runs a step and says what went wrong with it. An aborted step says nothing.
   * @param {() => Promise<void>} step
   */
  async attempt(step) {
    try {
      await step();
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
      this.problem = error instanceof EngineError ? error.message : String(error);
      this.phase = 'stuck';
      this.changed();
    }
  }

  /** @returns {Color} */
  get turn() {
    return this.tree.turn();
  }

  /** Asks what is on the board, and lets the machine move if it is its turn. */
  async refresh() {
    await this.attempt(async () => {
      const {signal} = this.work;
      const facts = await this.engine.quick({op: 'describe', ...this.tree.request()}, {signal});
      if (signal.aborted) return;
      this.facts = facts;
      if (facts.outcome !== 'undecided') {
        this.end(facts.outcome === 'draw' ? null : facts.winner, facts.outcome === 'draw' ? 'full' : 'five');
        return;
      }
      this.phase = this.turn === this.side ? 'yours' : 'machine';
      this.startClock();
      this.changed();
      if (this.phase === 'machine') await this.think();
    });
  }

  /** The machine thinks and moves. */
  async think() {
    const {signal} = this.work;
    const answer = await this.engine.run(this.question(), {
      signal,
      onEvent: (event) => {
        if (signal.aborted || event.type !== 'info' || event.rank !== 0) return;
        this.thought = event;
        this.dispatchEvent(new Event('thought'));
      },
    });
    if (!signal.aborted) await this.machineMoves(answer.point);
  }

  question() {
    const {level, seconds, clock} = this.settings;
    /** @type {Record<string, any> & {op: string}} */
    const q = {op: 'move', ...this.tree.request(), seed: this.seed};
    if (seconds) q.limits = {millis: Math.round(seconds * 1000)};
    else q.level = String(level);
    if (clock) {
      // A little is kept for the way there and back.
      q.clock = {leftMillis: Math.max(Math.floor(this.remaining(this.turn)) - 200, 50), incrementMillis: clock.increment * 1000};
      if (seconds) q.clock.moveMillis = q.limits.millis;
      delete q.limits;
    }
    return q;
  }

  /** @param {string} point */
  async machineMoves(point) {
    this.work = new AbortController();
    this.thought = null;
    this.stopClock();
    this.tree.add(point);
    this.dispatchEvent(new CustomEvent('move', {detail: {point, by: 'machine'}}));
    await this.refresh();
  }

  /** Makes the machine play the best move that it has found so far. */
  moveNow() {
    const point = this.thought?.moves[0];
    if (this.phase !== 'machine' || !point) return;
    this.stopThinking();
    void this.attempt(() => this.machineMoves(point));
  }

  /**
   * A move of the person. It is on the board at once; should the engine refuse it, it is taken back.
   * @param {string} point
   */
  async play(point) {
    if (this.phase !== 'yours' || this.tree.stones().some((s) => s.point === point)) return;
    const foul = this.facts?.forbidden?.find((/** @type {any} */ f) => f.point === point);
    if (foul) {
      this.dispatchEvent(new CustomEvent('refused', {detail: {foul: foul.foul}}));
      return;
    }
    this.stopThinking();
    this.stopClock();
    if (this.phase !== 'yours') return; // the flag fell
    this.tree.add(point);
    this.phase = 'machine';
    this.dispatchEvent(new CustomEvent('move', {detail: {point, by: 'you'}}));
    this.changed();
    await this.refresh();
  }

  /** Reports whether there is a move of the person to take back. */
  get canUndo() {
    return !this.inOpening && this.tree.path().some((n, i) => i >= this.fixed && this.moverOf(i) === this.side);
  }

  /** How many moves the opening has put on the board. */
  get fixed() {
    return this.opening?.done ? this.openingMoves : 0;
  }

  get inOpening() {
    return Boolean(this.settings.opening) && !this.opening?.done;
  }

  /** The color of a move, by its number from 0. @param {number} i */
  moverOf(i) {
    return i % 2 ? 'white' : 'black';
  }

  /** Takes back the person's last move, and the machine's answer if there is one, also while the machine thinks. */
  async undo() {
    if (!this.canUndo) return;
    this.stopThinking();
    this.left[this.turn] = this.remaining(this.turn);
    this.turnStarted = 0;
    this.result = null;
    this.tree.outcome = 'undecided';
    this.tree.reason = 'none';
    do {
      const {current} = this.tree;
      this.tree.remove(current);
    } while (this.moverOf(this.tree.path().length) !== this.side);
    this.phase = 'yours';
    this.changed();
    await this.refresh();
  }

  /**
   * Asks for a good move.
   * @returns {Promise<Answer|null>} the engine's "move", or null if the game went on meanwhile
   */
  async hint() {
    if (this.phase !== 'yours') return null;
    const {signal} = this.work;
    const at = this.tree.current;
    try {
      const answer = await this.engine.run({op: 'move', ...this.tree.request(), limits: {millis: 1000}}, {signal});
      return this.tree.current === at ? answer : null;
    } catch (error) {
      if (error instanceof DOMException) return null;
      throw error;
    }
  }

  /** Gives the game up. */
  resign() {
    if (this.result || this.inOpening) return;
    this.stopThinking();
    this.stopClock();
    if (!this.result) this.end(opponent(this.side), 'resignation');
  }

  /**
   * Offers a draw. The machine agrees if it does not think that it is ahead.
   * @returns {Promise<boolean>}
   */
  async offerDraw() {
    if (this.phase !== 'yours') return false;
    const {signal} = this.work;
    try {
      const answer = await this.engine.run({op: 'move', ...this.tree.request(), limits: {millis: 500}}, {signal});
      if (signal.aborted || this.phase !== 'yours') return false;
      const machine = 1 - answer.chances;
      if (machine > DRAW_CHANCES) return false;
      this.stopClock();
      if (!this.result) this.end(null, 'agreement');
      return true;
    } catch {
      return false;
    }
  }

  /**
   * @param {Color|null} winner
   * @param {string} reason
   */
  end(winner, reason) {
    clearTimeout(this.flag);
    this.result = {winner, reason};
    this.phase = 'over';
    this.tree.outcome = winner ? `${winner} wins` : 'draw';
    this.tree.reason = {five: 'five', full: 'full board', resignation: 'resignation', time: 'time', agreement: 'agreement'}[reason] ?? 'none';
    this.dispatchEvent(new Event('end'));
    this.changed();
  }

  // ---- clocks ----

  startClock() {
    this.turnStarted = performance.now();
    clearTimeout(this.flag);
    if (!this.settings.clock) return;
    const color = this.turn;
    this.flag = setTimeout(() => this.flagFalls(color), this.left[color] + 20);
  }

  /** @param {Color} color */
  flagFalls(color) {
    if (this.result || this.closed) return;
    this.stopThinking();
    this.left[color] = 0;
    this.end(opponent(color), 'time');
  }

  /** The turn is over: its time is gone, and the increment is there. */
  stopClock() {
    clearTimeout(this.flag);
    if (!this.settings.clock || this.result || !this.turnStarted) return;
    const color = this.turn;
    const left = this.remaining(color);
    this.turnStarted = 0;
    if (left <= 0) {
      this.flagFalls(color);
      return;
    }
    this.left[color] = left + this.settings.clock.increment * 1000;
  }

  /**
   * Milliseconds that a side has left.
   * @param {Color} color
   */
  remaining(color) {
    const running = this.turnStarted && !this.result && color === this.turn && (this.phase === 'yours' || this.phase === 'machine');
    return Math.max(this.left[color] - (running ? performance.now() - this.turnStarted : 0), 0);
  }

  // ---- openings ----

  /** The person's part in the opening: "first" or "second". */
  get part() {
    return this.settings.first ? 'first' : 'second';
  }

  openingRequest() {
    const {rule, size, opening} = this.settings;
    return {protocol: opening, size, rule, actions: this.actions};
  }

  /** Asks what comes next in the opening, and lets the machine do its part. */
  async openingStep() {
    await this.attempt(async () => {
      const {signal} = this.work;
      const opening = await this.engine.quick({op: 'opening', ...this.openingRequest()}, {signal});
      const facts = await this.engine.quick({op: 'describe', position: opening.position}, {signal});
      if (signal.aborted) return;
      this.opening = opening;
      this.facts = facts;
      this.tree = new GameTree({rule: this.settings.rule, size: this.settings.size});
      for (const move of facts.moves) this.tree.add(move);
      this.openingMoves = facts.moves.length;
      if (opening.done) {
        this.side = opening[this.part];
        await this.refresh();
        return;
      }
      this.phase = 'opening';
      this.changed();
      if (opening.player === this.part) return;
      const answer = await this.engine.run({op: 'decide', ...this.openingRequest(), level: String(this.settings.seconds ? 10 : this.settings.level), limits: {millis: 700}, seed: this.seed}, {signal});
      if (signal.aborted) return;
      this.actions.push(answer.action);
      this.dispatchEvent(new CustomEvent('opening', {detail: {action: answer.action}}));
      await this.openingStep();
    });
  }

  /** Whether the person is to act in the opening. */
  get mayAct() {
    return this.phase === 'opening' && this.opening?.player === this.part;
  }

  /**
   * What the person does in the opening.
   * @param {{kind: string, points?: string[], fifths?: number}} action
   * @returns {Promise<string>} what is wrong with it, or ""
   */
  async act(action) {
    if (!this.mayAct) return '';
    try {
      await this.engine.quick({op: 'opening', ...this.openingRequest(), actions: [...this.actions, action]}, {signal: this.work.signal});
    } catch (error) {
      return error instanceof EngineError ? error.message : '';
    }
    this.actions.push(action);
    await this.openingStep();
    return '';
  }
}
