// @ts-check
// The tree of a game: its moves, the variations beside them, and the node that is looked at. Nothing here knows the rules; the
// engine's "describe" checks moves. The JSON form is that of the engine's requests "read" and "write".

import {PASS, isPass, opponent} from './points.js';

/** @typedef {import('./points.js').Color} Color */

/**
 * Where a game begins.
 * @typedef {object} Start
 * @property {string} rule freestyle, standard, renju, caro or caro-overline
 * @property {number} size points of a side of the board
 * @property {string[]} black stones that are set up
 * @property {string[]} white stones that are set up
 * @property {Color} turn who moves first
 */

/**
 * A position that is set up within a game: all stones, and who moves next.
 * @typedef {object} Setup
 * @property {string[]} black
 * @property {string[]} white
 * @property {Color} turn
 */

/**
 * A node as JSON.
 * @typedef {object} NodeJSON
 * @property {string} [move]
 * @property {{black?: string[]|null, white?: string[]|null, turn: Color}|null} [setup]
 * @property {boolean} [unclaimed]
 * @property {string} [comment]
 * @property {Record<string, string[]>|null} [props]
 * @property {NodeJSON[]|null} [children]
 */

/**
 * A game as JSON, as Go's gomoku.Game writes it.
 * @typedef {object} GameJSON
 * @property {number} size
 * @property {string} rule
 * @property {string[]} [black]
 * @property {string[]} [white]
 * @property {string} [first]
 * @property {string[]} moves
 * @property {number[]} [unclaimed]
 * @property {string} outcome
 * @property {string} reason
 * @property {Record<string, string>} [tags]
 */

/** @typedef {{point: string, color: Color, number?: number}} Stone a stone on the board, with the number of its move */

/** A node of the tree: the position after a move, or one that is set up. The root is the start of the game. */
export class TreeNode {
  /**
   * @param {TreeNode|null} parent
   * @param {string|null} move a point or PASS; null in the root and where a position is set up
   */
  constructor(parent, move) {
    this.parent = parent;
    this.move = move;
    /** @type {Setup|null} */
    this.setup = null;
    /** The move is a foul of Black that White did not claim, so the game goes on. */
    this.unclaimed = false;
    this.comment = '';
    /** @type {Record<string, string[]>|null} What else a file said. */
    this.props = null;
    /** @type {TreeNode[]} The first one is the main line. */
    this.children = [];
  }

  /** Reports whether the node is the first choice of its parent, or the root. */
  get isFirst() {
    return !this.parent || this.parent.children[0] === this;
  }
}

/**
 * A game with its variations. Its `change` event says that the current node or the tree is another one.
 */
export class GameTree extends EventTarget {
  /** @param {Partial<Start>} [start] */
  constructor(start = {}) {
    super();
    /** @type {Start} */
    this.start = {
      rule: start.rule ?? 'freestyle',
      size: start.size ?? 15,
      black: [...(start.black ?? [])],
      white: [...(start.white ?? [])],
      turn: start.turn ?? 'black',
    };
    this.root = new TreeNode(null, null);
    this.current = this.root;
    /** @type {Record<string, string>} What else is known of the game: "black", "event", "date" and others. */
    this.tags = {};
    /** The result that the file gives, which may be by resignation or time. It belongs to the end of the main line. */
    this.outcome = 'undecided';
    this.reason = 'none';
  }

  /** Tells listeners that the tree or the current node changed. */
  changed() {
    this.dispatchEvent(new Event('change'));
  }

  /**
   * Plays a move after the current node: follows it if it is there, or adds it as the last variation.
   * @param {string} move a point or PASS
   * @returns {TreeNode} the node of the move, which is the current one now
   */
  add(move) {
    this.current = this.insert(this.current, move);
    this.changed();
    return this.current;
  }

  /**
   * Adds moves below a node without going there.
   * @param {TreeNode} node
   * @param {string[]} moves
   * @returns {TreeNode} the node of the last move
   */
  addLine(node, moves) {
    for (const move of moves) node = this.insert(node, move);
    this.changed();
    return node;
  }

  /**
   * @param {TreeNode} node
   * @param {string} move
   */
  insert(node, move) {
    if (isPass(move)) move = PASS;
    const known = node.children.find((child) => !child.setup && child.move === move);
    if (known) return known;
    const child = new TreeNode(node, move);
    node.children.push(child);
    return child;
  }

  /** Goes to the move before. Reports whether there was one. */
  back() {
    return this.goto(this.current.parent);
  }

  /** Goes to the next move of the main line from here. Reports whether there was one. */
  forward() {
    return this.goto(this.current.children[0]);
  }

  /** Goes to the start. */
  first() {
    return this.goto(this.root);
  }

  /** Goes to the end of the line that is looked at. */
  last() {
    return this.goto(endOf(this.current));
  }

  /**
   * Goes to the next or the previous variation of the current move, around and around.
   * @param {1|-1} step
   */
  sibling(step) {
    const {parent} = this.current;
    if (!parent || parent.children.length < 2) return false;
    const n = parent.children.length;
    return this.goto(parent.children[(parent.children.indexOf(this.current) + step + n) % n]);
  }

  /**
   * Makes a node the current one. Reports whether it is another one than before.
   * @param {TreeNode|null|undefined} node
   */
  goto(node) {
    if (!node || node === this.current) return false;
    this.current = node;
    this.changed();
    return true;
  }

  /**
   * Makes the variation of a node one better: it changes places with the variation before it, or, if the node is the first choice
   * of its parent, the variation that it belongs to does. Reports whether anything could be promoted.
   * @param {TreeNode} node
   */
  promote(node) {
    /** @type {TreeNode|null} */
    let branch = node;
    while (branch?.isFirst && branch.parent) branch = branch.parent;
    if (!branch?.parent) return false;
    const {children} = branch.parent;
    const i = children.indexOf(branch);
    [children[i - 1], children[i]] = [children[i], children[i - 1]];
    this.changed();
    return true;
  }

  /**
   * Makes the path to a node the main line of the game.
   * @param {TreeNode} node
   */
  promoteToMain(node) {
    let moved = false;
    for (let n = node; n.parent; n = n.parent) {
      if (n.isFirst) continue;
      const {children} = n.parent;
      children.unshift(...children.splice(children.indexOf(n), 1));
      moved = true;
    }
    if (moved) this.changed();
    return moved;
  }

  /**
   * Removes a node with all that follows. If the current node is among them, its parent is the current one then.
   * @param {TreeNode} node
   * @returns {() => void} puts everything back
   */
  remove(node) {
    const {parent} = node;
    const before = this.current;
    if (!parent) {
      const {children} = node;
      node.children = [];
      this.current = node;
      this.changed();
      return () => {
        node.children = [...children, ...node.children];
        this.current = before;
        this.changed();
      };
    }
    const at = parent.children.indexOf(node);
    if (at < 0) return () => {};
    parent.children.splice(at, 1);
    if (isBelow(this.current, node)) this.current = parent;
    this.changed();
    return () => {
      if (parent.children.includes(node)) return;
      parent.children.splice(Math.min(at, parent.children.length), 0, node);
      this.current = before;
      this.changed();
    };
  }

  /**
   * Lists the nodes from the first move to a node, without the root.
   * @param {TreeNode} [node]
   */
  path(node = this.current) {
    /** @type {TreeNode[]} */
    const path = [];
    for (let n = node; n.parent; n = n.parent) path.push(n);
    return path.reverse();
  }

  /**
   * Lists the nodes of the line that goes through a node: the path to it, and its main line from there on.
   * @param {TreeNode} [node]
   */
  whole(node = this.current) {
    return this.path(endOf(node));
  }

  /**
   * Lists the moves from the start to the current node.
   * @returns {string[]}
   */
  line() {
    return this.path().flatMap((n) => n.move ?? []);
  }

  /** The number of a node: how many moves led to it. A position that is set up is none. */
  number(node = this.current) {
    return this.path(node).filter((n) => n.move).length;
  }

  /**
   * Who is to move at a node.
   * @returns {Color}
   */
  turn(node = this.current) {
    const from = this.origin(node);
    const plies = this.path(node).length - this.path(from).length;
    const first = from.setup?.turn ?? this.start.turn;
    return plies % 2 ? opponent(first) : first;
  }

  /**
   * The last node on the path to a node that is not a move: a position that is set up, or the root.
   * @param {TreeNode} node
   */
  origin(node) {
    while (node.parent && !node.setup) node = node.parent;
    return node;
  }

  /**
   * The stones on the board at a node. A stone that a move placed has the move's number.
   * @returns {Stone[]}
   */
  stones(node = this.current) {
    /** @type {Stone[]} */
    let stones = [];
    let turn = this.start.turn;
    let number = 0;
    const set = (/** @type {{black: string[], white: string[]}} */ s) => {
      stones = [
        ...s.black.map((point) => ({point, color: /** @type {Color} */ ('black')})),
        ...s.white.map((point) => ({point, color: /** @type {Color} */ ('white')})),
      ];
    };
    set(this.start);
    for (const n of this.path(node)) {
      if (n.setup) {
        set(n.setup);
        turn = n.setup.turn;
        continue;
      }
      number++;
      if (n.move && n.move !== PASS) stones.push({point: n.move, color: turn, number});
      turn = opponent(turn);
    }
    return stones;
  }

  /**
   * The position of a node as the engine reads it: the start as a text, and the moves that are played from there. A foul that White
   * did not claim has an exclamation mark.
   * @returns {{position: string, moves: string[]}}
   */
  request(node = this.current) {
    const from = this.origin(node);
    const path = this.path(node).slice(this.path(from).length);
    return {
      position: positionText({...this.start, ...(from.setup ?? {})}, []),
      moves: path.map((n) => (n.move ?? PASS) + (n.unclaimed ? '!' : '')),
    };
  }

  /**
   * The whole position of a node as a text that Go's gomoku.ParsePosition reads.
   */
  text(node = this.current) {
    const from = this.origin(node);
    return positionText({...this.start, ...(from.setup ?? {})}, this.path(node).slice(this.path(from).length));
  }

  /**
   * The game whose last move is the end of the line through a node, as Go's gomoku.Game. Moves before a position that is set up
   * within the line do not belong to it.
   * @returns {GameJSON}
   */
  game(node = this.root) {
    const from = this.origin(node);
    const path = this.whole(node).slice(this.path(from).length);
    const end = path.findIndex((n) => n.setup);
    return this.gameOf({...this.start, ...(from.setup ?? {})}, end < 0 ? path : path.slice(0, end));
  }

  /**
   * @param {Start} start
   * @param {TreeNode[]} path
   * @returns {GameJSON}
   */
  gameOf(start, path) {
    /** @type {GameJSON} */
    const game = {size: start.size, rule: start.rule, moves: path.map((n) => n.move ?? PASS), outcome: 'undecided', reason: 'none'};
    if (start.black.length) game.black = [...start.black];
    if (start.white.length) game.white = [...start.white];
    if (start.turn !== 'black') game.first = start.turn;
    const unclaimed = path.flatMap((n, i) => (n.unclaimed ? [i] : []));
    if (unclaimed.length) game.unclaimed = unclaimed;
    if ((path.at(-1) ?? this.root) === endOf(this.root)) {
      game.outcome = this.outcome;
      game.reason = this.reason;
    }
    if (Object.keys(this.tags).length) game.tags = {...this.tags};
    return game;
  }

  /**
   * The game and its tree, as the engine's request "write" wants them.
   * @returns {{game: GameJSON, tree: NodeJSON}}
   */
  toJSON() {
    return {game: this.game(), tree: nodeJSON(this.root)};
  }

  /**
   * Makes a tree of what the engine's request "read" returns, or toJSON.
   * @param {{game: GameJSON, tree?: NodeJSON|null}} json
   */
  static fromJSON({game, tree}) {
    const t = new GameTree({
      rule: game.rule,
      size: game.size,
      black: game.black ?? [],
      white: game.white ?? [],
      turn: game.first === 'white' ? 'white' : 'black',
    });
    t.tags = {...(game.tags ?? {})};
    t.outcome = game.outcome ?? 'undecided';
    t.reason = game.reason ?? 'none';
    if (tree) {
      fill(t.root, tree);
    } else {
      let node = t.root;
      game.moves.forEach((move, i) => {
        node = t.insert(node, move);
        node.unclaimed = game.unclaimed?.includes(i) ?? false;
      });
    }
    return t;
  }
}

/**
 * The last node of the main line from a node on.
 * @param {TreeNode} node
 */
export function endOf(node) {
  while (node.children.length) node = node.children[0];
  return node;
}

/**
 * Reports whether a node is another one or lies below it.
 * @param {TreeNode} node
 * @param {TreeNode} top
 */
export function isBelow(node, top) {
  for (let n = /** @type {TreeNode|null} */ (node); n; n = n.parent) if (n === top) return true;
  return false;
}

/**
 * A position as Go's gomoku.ParsePosition reads it.
 * @param {Start} start
 * @param {{move: string|null, unclaimed?: boolean}[]} path the moves from there on
 */
export function positionText(start, path) {
  const words = [start.rule, String(start.size)];
  const setUp = start.black.length > 0 || start.white.length > 0 || start.turn !== 'black';
  if (start.black.length) words.push('black', start.black.join(''));
  if (start.white.length) words.push('white', start.white.join(''));
  if (setUp) words.push('turn', start.turn);
  if (path.length) {
    if (setUp) words.push('moves');
    words.push(path.map((n) => (n.move === PASS || !n.move ? '--' : n.move) + (n.unclaimed ? '!' : '')).join(''));
  }
  return words.join(' ');
}

// A library may be long and wide, so the tree is walked with a stack of our own.

/**
 * @param {TreeNode} root
 * @returns {NodeJSON}
 */
function nodeJSON(root) {
  /** @type {NodeJSON} */
  const top = {};
  /** @type {[TreeNode, NodeJSON][]} */
  const stack = [[root, top]];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [node, json] = next;
    if (node.setup) json.setup = structuredClone(node.setup);
    else if (node.parent) json.move = node.move ?? PASS;
    if (node.unclaimed) json.unclaimed = true;
    if (node.comment) json.comment = node.comment;
    if (node.props) json.props = structuredClone(node.props);
    if (node.children.length) {
      json.children = node.children.map((child) => {
        /** @type {NodeJSON} */
        const below = {};
        stack.push([child, below]);
        return below;
      });
    }
  }
  return top;
}

/**
 * @param {TreeNode} root
 * @param {NodeJSON} top
 */
function fill(root, top) {
  /** @type {[TreeNode, NodeJSON][]} */
  const stack = [[root, top]];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [node, json] = next;
    if (json.setup) {
      node.setup = {black: json.setup.black ?? [], white: json.setup.white ?? [], turn: json.setup.turn === 'white' ? 'white' : 'black'};
    }
    node.unclaimed = json.unclaimed ?? false;
    node.comment = json.comment ?? '';
    node.props = json.props ?? null;
    for (const below of json.children ?? []) {
      const child = new TreeNode(node, below.setup ? null : isPass(below.move) || !below.move ? PASS : below.move);
      node.children.push(child);
      stack.push([child, below]);
    }
  }
}
