// @ts-check
// The moves as a list: the main line in two columns, variations in blocks below the move that they replace, comments below theirs.

import {PASS} from '../points.js';
import {t} from '../i18n.js';
import {el} from '../ui.js';
import {inWords, percent} from './chances.js';
import {shareAt} from './winbar.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('../tree.js').TreeNode} TreeNode */

/** In larger trees, such as libraries, only the line that is looked at is shown, with the number of variations beside it. */
const WHOLE = 1500;

/** What stands behind a judged move, as in chess. @type {Record<string, string>} */
export const GLYPHS = {inaccuracy: '?!', mistake: '?', blunder: '??', 'missed win': '?', 'missed block': '??', foul: '✕'};

/** @param {Session} session */
export function moveList(session) {
  const element = el('div', {class: 'an-moves', role: 'group', 'aria-label': t('analyze.moves')});
  /** @type {Map<TreeNode, HTMLButtonElement>} */
  const buttons = new Map();

  const draw = () => {
    buttons.clear();
    const {tree} = session;
    const small = count(tree.root, WHOLE) < WHOLE;
    const rows = el('div', {class: 'an-grid'});
    if (tree.root.comment) rows.append(comment(tree.root));
    let node = tree.root;
    let column = tree.start.turn === 'white' ? 1 : 0;
    let number = 0;
    let headed = false; // the row that is being filled has its number
    for (;;) {
      const line = small ? undefined : tree.whole();
      const next = small ? node.children[0] : line?.[line.indexOf(node) + 1];
      if (!next) break;
      if (next.setup) {
        rows.append(el('div', {class: 'an-wide'}, moveButton(next, number)));
        column = next.setup.turn === 'white' ? 1 : 0;
        headed = false;
      } else {
        number++;
        if (!headed) rows.append(el('span', {class: 'an-number'}, String(number)), ...(column ? [el('span', {class: 'an-cell an-gap'}, '…')] : []));
        rows.append(cell(next, number));
        headed = true;
        column = 1 - column;
        if (!column) headed = false;
      }
      const others = node.children.filter((child) => child !== next);
      const block = el('div', {class: 'an-wide an-variations'});
      if (small) {
        for (const other of others) block.append(variation(other, number, true));
      } else if (others.length) {
        for (const other of others.slice(0, 40)) block.append(moveButton(other, number), ' ');
        if (others.length > 40) block.append(t('analyze.moreVariations', {n: others.length - 40}));
      }
      if (block.childNodes.length || next.comment) {
        if (headed) rows.append(el('span', {class: 'an-cell an-gap'}));
        headed = false;
        if (next.comment) rows.append(comment(next));
        if (block.childNodes.length) rows.append(block);
      }
      node = next;
    }
    if (!tree.root.children.length) rows.append(el('p', {class: 'an-wide an-hint'}, t('analyze.noMoves')));
    element.replaceChildren(rows);
    look();
  };

  /**
   * @param {TreeNode} node
   * @param {number} number
   */
  const cell = (node, number) => {
    const value = el('span', {class: 'an-share'});
    const button = moveButton(node, number, value);
    return el('span', {class: 'an-cell'}, button);
  };

  /**
   * @param {TreeNode} node
   * @param {number} number
   * @param {HTMLElement} [value]
   */
  const moveButton = (node, number, value) => {
    const name = node.setup ? t('analyze.setupNode') : node.move === PASS ? t('analyze.pass') : (node.move ?? '');
    const color = node.setup ? '' : session.tree.turn(node) === 'black' ? 'an-white' : 'an-black';
    const button = el(
      'button',
      {type: 'button', class: `an-move ${color}`, tabindex: -1, onclick: () => session.tree.goto(node)},
      node.setup ? '' : el('span', {class: 'visually-hidden'}, `${number}. `),
      el('span', {class: 'an-name'}, name),
      el('span', {class: 'an-glyph'}),
      value ?? '',
    );
    buttons.set(node, button);
    decorate(node, button);
    return button;
  };

  /**
   * @param {TreeNode} node
   * @param {number} number
   * @param {boolean} top
   * @returns {HTMLElement}
   */
  const variation = (node, number, top) => {
    const span = el(top ? 'div' : 'span', {class: 'an-variation'});
    if (!top) span.append('(');
    let numbered = false; // the move before stands directly in front
    for (let at = node; ; at = at.children[0]) {
      if (!numbered) span.append(el('span', {class: 'an-number'}, `${number}.`));
      span.append(moveButton(at, number), ' ');
      numbered = true;
      if (at.comment) {
        span.append(el('em', {class: 'an-comment'}, at.comment), ' ');
        numbered = false;
      }
      if (at !== node && at.parent) {
        for (const other of at.parent.children.slice(1)) {
          span.append(variation(other, number, false), ' ');
          numbered = false;
        }
      }
      if (!at.children.length) break;
      if (!at.children[0].setup) number++;
    }
    if (!top) span.append(')');
    return span;
  };

  /** @param {TreeNode} node @param {HTMLButtonElement} button */
  const decorate = (node, button) => {
    const label = session.about(node).judged?.label ?? '';
    const glyph = /** @type {HTMLElement} */ (button.querySelector('.an-glyph'));
    glyph.textContent = GLYPHS[label] ?? '';
    glyph.className = `an-glyph an-label-${label.replace(' ', '-')}`;
    glyph.title = label ? t(`analyze.label-${label.replace(' ', '-')}`) : '';
    const value = button.querySelector('.an-share');
    if (value) {
      const share = shareAt(session, node);
      value.textContent = share === undefined ? '' : percent(share, share === 0 || share === 1);
      /** @type {HTMLElement} */ (value).title = share === undefined ? '' : inWords({score: 0, chances: share}, 'black');
    }
  };

  /** Marks the current node, which alone can be reached by the tab key. */
  const look = () => {
    for (const b of element.querySelectorAll('[aria-current]')) {
      b.removeAttribute('aria-current');
      b.setAttribute('tabindex', '-1');
    }
    const button = buttons.get(session.node);
    if (!button) {
      buttons.get(session.tree.root.children[0])?.setAttribute('tabindex', '0');
      if (session.node === session.tree.root) element.scrollTop = 0;
      return;
    }
    button.setAttribute('aria-current', 'true');
    button.tabIndex = 0;
    // Not scrollIntoView, which would scroll the page too.
    const box = element.getBoundingClientRect();
    const own = button.getBoundingClientRect();
    if (own.top < box.top + 8) element.scrollTop -= box.top + 8 - own.top;
    else if (own.bottom > box.bottom - 8) element.scrollTop += own.bottom - box.bottom + 8;
  };

  let drawn = '';
  const shape = () => signature(session);
  session.on('tree', () => {
    const now = shape();
    if (now !== drawn) {
      drawn = now;
      draw();
    } else {
      look();
    }
  });
  session.on('load', () => (drawn = ''));
  session.on('comment', draw);
  session.on('judged', () => {
    for (const [node, button] of buttons) decorate(node, button);
  });
  session.on('lines facts', () => {
    const button = buttons.get(session.node);
    if (button) decorate(session.node, button);
  });
  drawn = shape();
  draw();
  return element;
}

/**
 * Something that changes when the list must be drawn anew.
 * @param {Session} session
 */
function signature(session) {
  const {tree} = session;
  const parts = [];
  /** @type {TreeNode[]} */
  const stack = [tree.root];
  let n = 0;
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (++n >= WHOLE) return `large ${tree.path().map((p) => p.move).join(' ')} ${n}`;
    parts.push(node.move, node.children.length);
    for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i]);
  }
  return parts.join(' ');
}

/**
 * Counts the nodes below and with a node, up to a limit.
 * @param {TreeNode} top
 * @param {number} limit
 */
function count(top, limit) {
  const stack = [top];
  let n = 0;
  for (let node = stack.pop(); node && n < limit; node = stack.pop()) {
    n++;
    stack.push(...node.children);
  }
  return n;
}

/** @param {TreeNode} node */
function comment(node) {
  return el('div', {class: 'an-wide an-comment'}, node.comment);
}
