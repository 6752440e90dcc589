// @ts-check
// What the analysis is about: a tree, and what is known about its nodes. The parts of the view listen to its events and never to
// each other:
//
//	node    another node is looked at
//	tree    nodes were added, removed or moved
//	facts   the engine described the current node
//	lines   the search of the current node found something
//	judged  the review judged a move
//	overlay stones or marks are shown on top of the position, or no longer
//	edit    a position is being set up, has changed, or is no longer
//	load    another game is looked at
//	comment a comment was changed
//	refused a move is against the rules (detail: the reason)
//	failed  the engine could not describe the position (detail: the error)

import {EngineError, engine} from '../engine/engine.js';
import {GameTree} from '../tree.js';

/** @typedef {import('../points.js').Color} Color */
/** @typedef {import('../tree.js').TreeNode} TreeNode */
/** @typedef {import('../board.js').BoardMark} BoardMark */

/** @typedef {{outcome: string, winner: string, row: string[], forbidden: {point: string, foul: string}[], opening?: {code: string, name: string}, foul?: string}} Facts */

/** @typedef {{moves: string[], score: number, chances: number, mate?: number, depth: number}} Line best moves, and their value for the side to move */

/**
 * What a search found about a node.
 * @typedef {object} Evaluation
 * @property {Line[]} lines best first
 * @property {number} wanted how many lines the search was asked for
 * @property {number} depth
 * @property {number} selDepth
 * @property {number} nodes
 * @property {number} speed nodes per second
 * @property {string} stop why the search ended; empty while it goes on or was canceled
 */

/** @typedef {import('./review.js').Judged} Judged */

/** @typedef {{facts?: Facts, error?: EngineError, evaluation?: Evaluation, judged?: Judged}} Known */

/**
 * What is shown on top of a position: the stones of a line, or the marks of threats.
 * @typedef {object} Overlay
 * @property {{point: string, color: Color}[]} [stones] in the order of their moves
 * @property {boolean} [ghost] the stones are a preview
 * @property {string[]} [row] the five at the end
 * @property {BoardMark[]} [marks]
 */

/**
 * A position while it is set up.
 * @typedef {object} Editing
 * @property {string} rule
 * @property {number} size
 * @property {Map<string, Color>} stones
 * @property {Color} turn
 * @property {"black"|"white"|"alternate"|"erase"} brush what a click does
 */

/** Codes of errors that say that a position breaks the rules, and not that it could not be looked at. */
const AGAINST = new Set(['syntax', 'offBoard', 'occupied', 'gameOver', 'noMove', 'option']);

export class Session extends EventTarget {
  /** @param {GameTree} tree */
  constructor(tree) {
    super();
    this.tree = tree;
    /** @type {WeakMap<TreeNode, Known>} */
    this.known = new WeakMap();
    /** @type {TreeNode|null} The node that the listeners know. */
    this.shown = null;
    this.leaving = new AbortController();
    /** @type {Map<string, Overlay>} by who shows it */
    this.overlays = new Map();
    /** @type {Editing|null} The position that is being set up instead of the one in the tree. */
    this.editing = null;
    this.parts = new AbortController();
    this.follow = () => this.update();
    tree.addEventListener('change', this.follow);
  }

  get node() {
    return this.tree.current;
  }

  /** Aborts when another node is looked at. */
  get signal() {
    return this.leaving.signal;
  }

  /**
   * Calls a function at each event of that name, until the parts of the view are made anew or it is left.
   * @param {string} events names, separated by spaces
   * @param {(detail: any) => void} fn
   */
  on(events, fn) {
    for (const name of events.split(' ')) {
      this.addEventListener(name, (e) => fn(/** @type {CustomEvent} */ (e).detail), {signal: this.parts.signal});
    }
  }

  /**
   * @param {string} name
   * @param {unknown} [detail]
   */
  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, {detail}));
  }

  /**
   * What is known about a node; callers may add to it.
   * @returns {Known}
   */
  about(node = this.node) {
    let known = this.known.get(node);
    if (!known) this.known.set(node, (known = {}));
    return known;
  }

  /** Takes another tree. @param {GameTree} tree */
  load(tree) {
    this.tree.removeEventListener('change', this.follow);
    this.tree = tree;
    tree.addEventListener('change', this.follow);
    this.shown = null;
    this.tell('load');
    this.update();
  }

  /** Forgets the listeners, for new ones. */
  newParts() {
    this.parts.abort();
    this.parts = new AbortController();
  }

  /** Leaves the view: nothing goes on. */
  close() {
    this.parts.abort();
    this.leaving.abort();
    this.tree.removeEventListener('change', this.follow);
  }

  update() {
    if (this.node !== this.shown) {
      this.leaving.abort();
      this.leaving = new AbortController();
      this.shown = this.node;
      this.overlays.clear();
      this.tell('node');
      this.describe();
    }
    this.tell('tree');
  }

  /** Reports whether the game is over at the current node. */
  get over() {
    const {facts, error} = this.about();
    return !!error || (facts !== undefined && facts.outcome !== 'undecided');
  }

  /** Asks the engine about the current node, unless it has answered already. */
  async describe() {
    const {node, signal} = this;
    const known = this.about(node);
    if (known.facts || known.error) return this.tell('facts');
    try {
      const e = await engine.quick({op: 'describe', ...this.tree.request(node)}, {signal});
      known.facts = {outcome: e.outcome, winner: e.winner, row: e.row ?? [], forbidden: e.forbidden ?? [], opening: e.opening};
    } catch (e) {
      if (!(e instanceof EngineError)) return;
      if (e.code === 'forbidden') {
        // The last move of a game may be a foul that ended it.
        known.facts = {outcome: 'white wins', winner: 'white', row: [], forbidden: [], foul: e.message};
      } else if (AGAINST.has(e.code)) {
        known.error = e;
      } else {
        return this.tell('failed', e);
      }
    }
    if (node === this.node && !signal.aborted) this.tell('facts');
  }

  /**
   * Plays a move at the current node, if the rules allow it.
   * @param {string} point
   */
  play(point) {
    if (this.tree.stones().some((s) => s.point === point)) return this.tell('refused', {code: 'occupied', point});
    const {facts} = this.about();
    const follows = this.node.children.some((child) => child.move === point);
    if (this.over && !follows) return this.tell('refused', {code: 'gameOver', point});
    const foul = facts?.forbidden.find((f) => f.point === point)?.foul;
    if (foul && !follows) return this.tell('refused', {code: 'forbidden', point, foul});
    this.tree.add(point);
  }

  /**
   * Shows something on top of the position, or with null no longer. It ends with the node.
   * @param {string} who
   * @param {Overlay|null} overlay
   */
  show(who, overlay) {
    if (overlay) this.overlays.set(who, overlay);
    else if (!this.overlays.delete(who)) return;
    this.tell('overlay');
  }
}
