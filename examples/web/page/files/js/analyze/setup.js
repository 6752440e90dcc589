// @ts-check
// Sets a position up: stones of either color, whose turn it is, rule and size. The game in the tree stays until the position is taken.

import {t} from '../i18n.js';
import {MAX_SIZE, MIN_SIZE, coordinates} from '../points.js';
import {RULES} from '../rules.js';
import {GameTree} from '../tree.js';
import {announce, el} from '../ui.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./session.js').Editing} Editing */
/** @typedef {import('../points.js').Color} Color */

/** @type {Editing["brush"][]} */
const BRUSHES = ['alternate', 'black', 'white', 'erase'];

/**
 * @param {Session} session
 */
export function setupPanel(session) {
  const changed = () => session.tell('edit');
  const edit = (/** @type {(e: Editing) => void} */ change) => {
    if (!session.editing) return;
    change(session.editing);
    changed();
  };
  const brushes = BRUSHES.map((brush) =>
    el('button', {type: 'button', class: `an-toggle an-${brush}`, 'aria-pressed': 'false', onclick: () => edit((e) => (e.brush = brush))}, t(`analyze.brush-${brush}`)),
  );
  const turn = el('select', {id: 'an-turn', onchange: () => edit((e) => (e.turn = turn.value === 'white' ? 'white' : 'black'))}, ...['black', 'white'].map((c) => el('option', {value: c}, t(`analyze.${c}`))));
  const rule = el('select', {id: 'an-rule', onchange: () => edit((e) => (e.rule = rule.value))}, ...RULES.map((r) => el('option', {value: r}, t(`analyze.rule-${r}`))));
  const size = el(
    'select',
    {id: 'an-size', onchange: () => edit((e) => resize(e, Number(size.value)))},
    ...Array.from({length: MAX_SIZE - MIN_SIZE + 1}, (_, i) => el('option', {value: MIN_SIZE + i}, `${MIN_SIZE + i}×${MIN_SIZE + i}`)),
  );
  const count = el('p', {class: 'an-hint', role: 'status'});
  const element = el(
    'div',
    {class: 'an-setup'},
    el('p', {class: 'an-hint'}, t('analyze.setupHint')),
    el('div', {class: 'an-buttons', role: 'group', 'aria-label': t('analyze.brush')}, ...brushes),
    el('div', {class: 'an-fields'}, el('label', {for: 'an-turn'}, t('analyze.turn')), turn, el('label', {for: 'an-rule'}, t('analyze.rule')), rule, el('label', {for: 'an-size'}, t('analyze.size')), size),
    count,
    el(
      'div',
      {class: 'an-buttons'},
      el('button', {type: 'button', class: 'an-primary', onclick: () => take(session)}, t('analyze.setupTake')),
      el('button', {type: 'button', onclick: () => edit((e) => e.stones.clear())}, t('analyze.setupClear')),
      el('button', {type: 'button', onclick: () => begin(session)}, t('analyze.setupReset')),
    ),
  );
  session.on('edit', () => {
    const e = session.editing;
    if (!e) return;
    brushes.forEach((b, i) => b.setAttribute('aria-pressed', String(BRUSHES[i] === e.brush)));
    turn.value = e.turn;
    rule.value = e.rule;
    size.value = String(e.size);
    const black = [...e.stones.values()].filter((c) => c === 'black').length;
    count.textContent = t('analyze.setupCount', {black, white: e.stones.size - black});
  });
  return {element, begin: () => begin(session), end: () => end(session)};
}

/**
 * Begins with the stones of the current node.
 * @param {Session} session
 */
function begin(session) {
  const {tree} = session;
  const stones = new Map(tree.stones().map((s) => [s.point, s.color]));
  session.editing = {rule: tree.start.rule, size: tree.start.size, stones, turn: tree.turn(), brush: session.editing?.brush ?? 'alternate'};
  session.tell('edit');
}

/** @param {Session} session */
function end(session) {
  if (!session.editing) return;
  session.editing = null;
  session.tell('edit');
}

/**
 * Does what the brush does at a point.
 * @param {Session} session
 * @param {string} point
 */
export function paint(session, point) {
  const e = session.editing;
  if (!e) return;
  const there = e.stones.get(point);
  /** @type {Color|undefined} */
  let color;
  if (e.brush === 'alternate') {
    color = there ? undefined : e.turn;
    e.turn = e.turn === 'black' ? 'white' : 'black';
  } else if (e.brush !== 'erase' && there !== e.brush) {
    color = e.brush;
  }
  if (color) e.stones.set(point, color);
  else e.stones.delete(point);
  announce(color ? t('analyze.placed', {color: t(`analyze.${color}`), point}) : t('analyze.erased', {point}));
  session.tell('edit');
}

/**
 * Another size keeps the stones that are on the new board.
 * @param {Editing} e
 * @param {number} size
 */
function resize(e, size) {
  e.size = size;
  for (const point of [...e.stones.keys()]) if (!coordinates(point, size)) e.stones.delete(point);
}

/**
 * Analyzes the position that was set up. If it is that of a start without stones, that is an empty board with Black to move.
 * @param {Session} session
 */
function take(session) {
  const e = session.editing;
  if (!e) return;
  const of = (/** @type {Color} */ color) => [...e.stones].filter(([, c]) => c === color).map(([point]) => point);
  session.editing = null;
  session.load(new GameTree({rule: e.rule, size: e.size, black: of('black'), white: of('white'), turn: e.turn}));
  session.tell('edit');
}
