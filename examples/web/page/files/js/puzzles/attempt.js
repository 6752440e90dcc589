// @ts-check
// One attempt at a puzzle: the person's moves are checked, and the engine defends as well as it can.

import {coordinates, pointAt} from '../points.js';
import {decode} from '../share.js';
import {hash} from './set.js';

/** @typedef {import('./set.js').Puzzle} Puzzle */
/** @typedef {import('../tree.js').TreeNode} TreeNode */
/** @typedef {Pick<import('../engine/engine.js').Engine, 'run'|'quick'>} Engine */

/** What the defender may think, and what a proof may cost, with a bound for slow devices. */
const DEFENSE = {nodes: 20_000, millis: 4000};
const PROOF = {nodes: 150_000, millis: 6000};

const AROUND = [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]];

/** How many hints there are for a move: how the win goes, some points to choose from, the move. */
export const HINTS = 3;

/**
 * It tells by `change` events that something is different, by `move` events {point, by: "you"|"engine"}, and by `help` events that
 * it will not be a solution without help.
 */
export class Attempt extends EventTarget {
  /**
   * @param {Puzzle} puzzle
   * @param {Engine} engine
   */
  constructor(puzzle, engine) {
    super();
    this.puzzle = puzzle;
    this.engine = engine;
    this.tree = decode(puzzle.position);
    /** @type {TreeNode} where the puzzle begins */
    this.start = this.tree.current;
    this.side = this.tree.turn();
    /** @type {TreeNode} the last position that was won, with the person to move */
    this.won = this.start;
    /** @type {string[]} a win from there, the moves of both sides */
    this.line = puzzle.line;
    /** @type {"yours"|"checking"|"wrong"|"solved"|"shown"} */
    this.phase = 'yours';
    /** @type {{point: string, reply: string, sure: boolean}|null} the move that does not win, and the answer to it */
    this.wrong = null;
    /** @type {Record<string, any>|null} the engine's description of the position, once it has come */
    this.described = null;
    this.hints = 0;
    this.clean = true;
    this.stop = new AbortController();
    void this.describe();
  }

  /** Ends whatever is under way. */
  close() {
    this.stop.abort();
  }

  changed() {
    this.dispatchEvent(new Event('change'));
  }

  /** The person's moves and the answers so far. */
  get played() {
    return this.tree.path().slice(this.tree.path(this.start).length).flatMap((n) => n.move ?? []);
  }

  /** How many moves the person has to make, if both sides follow the line. */
  get movesToWin() {
    return Math.ceil(this.line.length / 2);
  }

  /**
   * Plays the person's move.
   * @param {string} point
   */
  async play(point) {
    if (this.phase !== 'yours' || this.tree.stones().some((s) => s.point === point) || this.foul(point)) return;
    this.phase = 'checking';
    this.described = null;
    this.tree.add(point);
    this.told(point, 'you');
    const {signal} = this.stop;
    try {
      await this.answer(point, signal);
    } catch {
      if (!signal.aborted) this.withoutEngine(point);
    }
  }

  /** Why Black may not play a point, if that is so. @param {string} point @returns {string|undefined} */
  foul(point) {
    return this.described?.forbidden?.find((/** @type {any} */ f) => f.point === point)?.foul;
  }

  /**
   * Answers a move by the best defense, and looks whether there still is a win.
   * @param {string} point
   * @param {AbortSignal} signal
   */
  async answer(point, signal) {
    if ((await this.describe()) && this.over()) return;
    signal.throwIfAborted();
    const known = point === this.line[0];
    const {point: reply} = await this.engine.run({op: 'move', ...this.tree.request(), limits: DEFENSE, book: false}, {signal});
    // Only one move is right in the beginning.
    if (this.won === this.start && !known) return this.refuted(point, reply);
    if (known && reply === this.line[1]) return this.goOn(reply, this.line.slice(2));
    const {position, moves} = this.tree.request();
    const proof = await this.engine.run({op: 'prove', kind: 'any', position, moves: [...moves, reply], limits: PROOF}, {signal});
    if (proof.found) return this.goOn(reply, proof.moves);
    if (known) return this.goOn(this.line[1], this.line.slice(2)); // the win against this defense is proved
    return this.refuted(point, reply, proof.exhausted);
  }

  /**
   * Without an engine only the moves of the line can be answered.
   * @param {string} point
   */
  withoutEngine(point) {
    const known = point === this.line[0];
    if (known && this.line.length < 2) {
      this.phase = 'solved';
      this.changed();
    } else if (known) void this.goOn(this.line[1], this.line.slice(2));
    else void this.refuted(point, '', this.won === this.start);
  }

  /** Reports whether the game is over, and says so. */
  over() {
    const {outcome, winner} = this.described ?? {outcome: 'undecided', winner: ''};
    if (outcome === 'undecided') return false;
    if (winner === this.side) this.phase = 'solved';
    else this.notWon({point: this.tree.current.move ?? '', reply: '', sure: true});
    this.changed();
    return true;
  }

  /**
   * @param {string} reply
   * @param {string[]} line the win from there
   */
  async goOn(reply, line) {
    this.tree.add(reply);
    this.won = this.tree.current;
    this.line = line;
    this.hints = 0;
    this.phase = 'yours';
    this.described = null;
    this.told(reply, 'engine');
    await this.describe();
  }

  /**
   * @param {string} point
   * @param {string} reply
   * @param {boolean} [sure]
   */
  async refuted(point, reply, sure = true) {
    if (reply) {
      this.tree.add(reply);
      this.told(reply, 'engine');
    }
    this.notWon({point, reply, sure});
    this.changed();
    await this.describe();
  }

  /** @param {{point: string, reply: string, sure: boolean}} wrong */
  notWon(wrong) {
    this.phase = 'wrong';
    this.wrong = wrong;
    this.helped();
  }

  /** Takes the wrong move back. */
  retry() {
    if (this.phase !== 'wrong' && this.phase !== 'shown') return;
    this.phase = 'yours';
    this.wrong = null;
    this.tree.goto(this.won);
    this.described = null;
    this.changed();
    void this.describe();
  }

  /** Gives the next hint. */
  hint() {
    if (this.phase === 'wrong') this.retry();
    if (this.phase !== 'yours' || this.hints >= HINTS) return;
    this.hints++;
    this.helped();
    this.changed();
  }

  /** Some points, one of which wins, in the order of the board. The others lie among the stones, too. */
  candidates() {
    const stones = this.tree.stones();
    const taken = new Set(stones.map((s) => s.point));
    /** @type {Map<string, number>} how many stones are next to a point */
    const near = new Map();
    for (const {point} of stones) {
      const {x, y} = coordinates(point) ?? {x: 0, y: 0};
      for (const [dx, dy] of AROUND) {
        const p = pointAt(x + dx, y + dy);
        if (coordinates(p, this.tree.start.size) && !taken.has(p) && p !== this.line[0] && !this.foul(p)) near.set(p, (near.get(p) ?? 0) + 1);
      }
    }
    const order = (/** @type {string} */ p) => hash(p + this.puzzle.id);
    const amid = [...near.keys()].sort((a, b) => Math.min(near.get(b) ?? 0, 2) - Math.min(near.get(a) ?? 0, 2) || order(a) - order(b));
    return [this.line[0], ...amid.slice(0, 3)].sort();
  }

  /** Shows the solution from the last position that was won. */
  show() {
    if (this.phase === 'shown' || this.phase === 'solved') return;
    this.stop.abort();
    this.stop = new AbortController();
    this.helped();
    this.phase = 'shown';
    this.wrong = null;
    this.tree.goto(this.won);
    this.end = this.tree.addLine(this.won, this.line);
    this.step(1);
  }

  /**
   * Goes on or back in the solution. Reports whether there was a move to go to.
   * @param {1|-1} by
   */
  step(by) {
    if (this.phase !== 'shown' || !this.end) return false;
    const path = this.tree.path(this.end);
    const at = this.tree.path().length + by;
    if (at < this.tree.path(this.won).length || at > path.length) return false;
    this.tree.goto(path[at - 1] ?? this.tree.root);
    this.described = null;
    if (by > 0) this.told(this.tree.current.move ?? '', 'engine');
    else this.changed();
    void this.describe();
    return true;
  }

  helped() {
    if (this.clean) this.dispatchEvent(new Event('help'));
    this.clean = false;
  }

  /** @param {string} point @param {"you"|"engine"} by */
  told(point, by) {
    this.dispatchEvent(new CustomEvent('move', {detail: {point, by}}));
    this.changed();
  }

  /** Asks what is on the board. Reports whether there was an answer that still belongs to it. */
  async describe() {
    const {current} = this.tree;
    const described = await this.engine.quick({op: 'describe', ...this.tree.request()}, {signal: this.stop.signal}).catch(() => null);
    if (!described || current !== this.tree.current || this.stop.signal.aborted) return false;
    this.described = described;
    this.changed();
    return true;
  }
}
