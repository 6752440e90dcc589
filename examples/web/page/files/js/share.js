// @ts-check
// A game in the address of the page: "#analyze/renju_15_h8i9h7(g7h9)i7/3" is a game of renju on 15×15 points whose third move has a
// variation, and the third node is looked at. The words are those of a position in Go (gomoku.ParsePosition), joined by underscores;
// a variation stands in parentheses after the move that it replaces, as in PGN. Comments stay out: for these there are files.

import {MAX_SIZE, MIN_SIZE, PASS, coordinates} from './points.js';
import {RULES} from './rules.js';
import {GameTree, isBelow, positionText} from './tree.js';

/** @typedef {import('./tree.js').TreeNode} TreeNode */
/** @typedef {import('./tree.js').Start} Start */

/** Longer addresses are cut by some programs that pass them on. */
const MAX_LENGTH = 4000;

/** A text that is no game, with the reason in plain English. */
export class ShareError extends Error {}

/**
 * Writes a game and the node that is looked at. If the variations make the text too long, only the line through the node is kept.
 * @param {GameTree} tree
 * @param {TreeNode} [node]
 */
export function encode(tree, node = tree.current) {
  const origin = tree.origin(node);
  const start = {...tree.start, ...(origin.setup ?? {})};
  const whole = written(origin, node, true);
  const {text, at} = whole.text.length <= MAX_LENGTH ? whole : written(origin, node, false);
  const words = positionText(start, text ? [{move: text}] : []).replaceAll(' ', '_');
  return text ? `${words}/${at}` : words;
}

/**
 * @param {TreeNode} origin
 * @param {TreeNode} current
 * @param {boolean} all with variations
 */
function written(origin, current, all) {
  let text = '';
  let count = 0;
  let at = 0;
  const one = (/** @type {TreeNode} */ n) => {
    text += (n.move === PASS ? '--' : n.move) + (n.unclaimed ? '!' : '');
    count++;
    if (n === current) at = count;
  };
  const below = (/** @type {TreeNode} */ n) => {
    for (;;) {
      const children = n.children.filter((child) => !child.setup);
      const main = all ? children[0] : (children.find((child) => isBelow(current, child)) ?? children[0]);
      if (!main) return;
      one(main);
      if (all) {
        for (const other of children.slice(1)) {
          text += '(';
          one(other);
          below(other);
          text += ')';
        }
      }
      n = main;
    }
  };
  below(origin);
  return {text, at};
}

/**
 * Reads what encode wrote, and positions as people type them, with spaces instead of underscores.
 * @param {string} text
 * @returns {GameTree} at the node that was looked at, or else at the end of the game
 * @throws {ShareError}
 */
export function decode(text) {
  const [body, at] = decoded(text).split('/');
  const words = body.split(/[_+\s]+/).filter(Boolean);
  const {start, moves} = parse(words);
  const tree = new GameTree(start);
  const nodes = play(tree, moves);
  if (at !== undefined && /^\d+$/.test(at) && Number(at) < nodes.length) tree.goto(nodes[Number(at)]);
  else tree.last();
  return tree;
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new ShareError('the address has a percent sign that means nothing');
  }
}

/**
 * @param {string[]} words
 * @returns {{start: Start, moves: string}}
 */
function parse(words) {
  /** @type {Start} */
  const start = {rule: 'freestyle', size: 15, black: [], white: [], turn: 'black'};
  words = words.map((w) => w.toLowerCase());
  if (RULES.includes(words[0])) {
    start.rule = /** @type {string} */ (words.shift());
    const size = Number(words.shift());
    if (!Number.isInteger(size) || size < MIN_SIZE || size > MAX_SIZE) {
      throw new ShareError(`the size of the board must be a number from ${MIN_SIZE} to ${MAX_SIZE}`);
    }
    start.size = size;
  }
  let moves = '';
  /** @type {"black"|"white"|"turn"|"moves"} */
  let part = 'moves';
  for (const word of words) {
    if (part === 'turn') {
      if (word !== 'black' && word !== 'white') throw new ShareError(`"turn" wants black or white, not "${word}"`);
      start.turn = word;
      part = 'moves';
    } else if (word === 'black' || word === 'white' || word === 'turn' || word === 'moves') {
      part = word;
    } else if (part === 'moves') {
      moves += word;
    } else {
      start[part].push(...points(word));
    }
  }
  const seen = new Set();
  for (const point of [...start.black, ...start.white]) {
    if (!coordinates(point, start.size)) throw new ShareError(`${point} is not on a board of ${start.size}×${start.size} points`);
    if (seen.has(point)) throw new ShareError(`${point} has two stones`);
    seen.add(point);
  }
  return {start, moves};
}

/** @param {string} word points without spaces */
function points(word) {
  const found = word.match(/[a-v]\d+/g) ?? [];
  if (found.join('') !== word) throw new ShareError(`"${word}" is no list of points, such as h8i9`);
  return found;
}

/**
 * Adds moves and variations to a tree.
 * @param {GameTree} tree
 * @param {string} text
 * @returns {TreeNode[]} the nodes in the order of the text, first the root
 */
function play(tree, text) {
  const tokens = text.match(/[a-v]\d+!?|--|[()]/g) ?? [];
  if (tokens.join('') !== text) throw new ShareError(`"${text.length > 40 ? `${text.slice(0, 40)}…` : text}" is no list of moves, such as h8i9h7`);
  const nodes = [tree.root];
  const stones = new Set([...tree.start.black, ...tree.start.white]); // on the board at node
  let node = tree.root;
  /** @type {TreeNode[]} */
  const stack = [];
  const down = (/** @type {string} */ token) => {
    const move = token === '--' ? PASS : token.replace('!', '');
    if (move !== PASS) {
      if (!coordinates(move, tree.start.size)) {
        throw new ShareError(`${move} is not on a board of ${tree.start.size}×${tree.start.size} points`);
      }
      if (stones.has(move)) throw new ShareError(`${move} is taken`);
      stones.add(move);
    }
    node = tree.insert(node, move);
    node.unclaimed = token.endsWith('!');
    nodes.push(node);
  };
  const up = (/** @type {TreeNode} */ n) => {
    if (n.move) stones.delete(n.move);
    return n.parent;
  };
  for (const token of tokens) {
    if (token === '(') {
      const parent = node.parent && up(node);
      if (!parent) throw new ShareError('a variation must follow the move that it replaces');
      stack.push(node);
      node = parent;
    } else if (token === ')') {
      const back = stack.pop();
      if (!back) throw new ShareError('there is a ) without a (');
      for (let n = node; n !== back.parent; n = /** @type {TreeNode} */ (n.parent)) up(n);
      node = back;
      if (node.move) stones.add(node.move);
    } else {
      down(token);
    }
  }
  if (stack.length) throw new ShareError('there is a ( without a )');
  return nodes;
}

/**
 * The address of a page that shows the game.
 * @param {GameTree} tree
 * @param {string} [view]
 */
export function link(tree, view = 'analyze') {
  return `${location.href.replace(/#.*$/, '')}#${view}/${encode(tree)}`;
}

/**
 * Copies a text to the clipboard. Reports whether the browser allowed it.
 * @param {string} text
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/**
 * Copies where there is no clipboard to ask: on pages that did not come by https.
 * @param {string} text
 */
function copyBySelection(text) {
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'visually-hidden';
  document.body.append(area);
  const focused = document.activeElement;
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return done;
}
