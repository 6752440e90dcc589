// @ts-check
// What the board shows: the position of a node with what is known about it, or the position that is being set up.

import {t} from '../i18n.js';
import {coordinates, pointAt} from '../points.js';
import {inWords, percent} from './chances.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./search.js').Search} Search */
/** @typedef {import('../board.js').BoardState} BoardState */
/** @typedef {import('../board.js').BoardMark} BoardMark */
/** @typedef {import('../board.js').BoardStone} BoardStone */

/**
 * @param {Session} session
 * @param {Search} search
 * @param {boolean} numbers
 * @returns {BoardState}
 */
export function boardState(session, search, numbers) {
  const {tree, editing} = session;
  if (editing) {
    const stones = [...editing.stones].map(([point, color]) => ({point, color}));
    return {size: editing.size, stones, turn: editing.turn, clickable: 'all', marks: []};
  }
  const {facts} = session.about();
  /** @type {BoardStone[]} */
  const stones = tree.stones();
  const last = session.node.move && coordinates(session.node.move) ? session.node.move : null;
  /** @type {BoardState} */
  const state = {size: tree.start.size, stones, last, row: facts?.row ?? [], forbidden: facts?.forbidden ?? [], turn: tree.turn(), clickable: !session.over || session.node.children.length > 0, numbers};
  const overlays = [...session.overlays.values()];
  const shown = session.overlays.get('preview') ?? session.overlays.get('playback');
  if (shown?.stones) {
    const line = shown.stones.map((s, i) => ({...s, number: i + 1, ghost: shown.ghost}));
    return {
      ...state,
      stones: [...stones.map(({point, color}) => ({point, color})), ...line],
      last: shown.ghost ? null : (line.at(-1)?.point ?? last),
      row: shown.row ?? [],
      forbidden: [],
      marks: [],
      numbers: true,
    };
  }
  const marks = overlays.flatMap((o) => o.marks ?? []);
  state.marks = unique([...marks, ...engineMarks(session, search), ...reviewMarks(session), ...fileMarks(session), ...branchMarks(session)]);
  return state;
}

/**
 * The best moves as numbered rings with chances.
 * @param {Session} session
 * @param {Search} search
 * @returns {BoardMark[]}
 */
function engineMarks(session, search) {
  const lines = session.about().evaluation?.lines ?? [];
  if (!search.on || session.over) return [];
  const side = session.tree.turn();
  return lines.slice(0, search.lines).map((line, i) => ({
    point: line.moves[0],
    kind: 'rank',
    text: String(i + 1),
    sub: line.mate ? `${line.mate > 0 ? '+' : '−'}M${Math.abs(line.mate)}` : String(Math.min(Math.max(Math.round(line.chances * 100), 1), 99)),
    title: t('analyze.choice', {n: i + 1, value: inWords(line, side)}),
  }));
}

/**
 * The move that a review finds bad, and the one that was better.
 * @param {Session} session
 * @returns {BoardMark[]}
 */
function reviewMarks(session) {
  const m = session.about().judged;
  if (!m || m.point === '-') return [];
  const name = t(`analyze.label-${m.label.replace(' ', '-')}`);
  const bad = ['inaccuracy', 'mistake', 'blunder', 'missed block', 'foul'].includes(m.label);
  const missed = m.label === 'missed win';
  /** @type {BoardMark[]} */
  const marks = [];
  if (bad) marks.push({point: m.point, kind: 'bad', title: name});
  if (missed) marks.push({point: m.point, kind: 'missed', title: name});
  if ((bad || missed) && m.best && m.best !== '-' && m.best !== m.point) {
    marks.push({point: m.best, kind: 'good', title: t('analyze.betterAt', {chances: percent(m.before.winRate)})});
  }
  return marks;
}

/**
 * Marks and texts that the file has on the board.
 * @param {Session} session
 * @returns {BoardMark[]}
 */
function fileMarks(session) {
  const {props} = session.node;
  if (!props) return [];
  const {size} = session.tree.start;
  const labels = (props.LB ?? []).flatMap((value) => {
    const [where, ...text] = value.split(':');
    const point = fromSGF(where, size);
    return point ? [{point, kind: /** @type {const} */ ('label'), text: text.join(':').slice(0, 4), title: text.join(':')}] : [];
  });
  const marks = ['MA', 'TR', 'SQ', 'CR'].flatMap((name) =>
    (props[name] ?? []).flatMap((value) => {
      const point = fromSGF(value, size);
      return point ? [{point, kind: /** @type {const} */ ('label'), text: {MA: '×', TR: '△', SQ: '□', CR: '○'}[name]}] : [];
    }),
  );
  return [...labels, ...marks];
}

/**
 * A point as SGF writes it, with rows from the top.
 * @param {string} text
 * @param {number} size
 */
function fromSGF(text, size) {
  const m = /^([a-v])([a-v])$/.exec(text);
  if (!m) return null;
  const point = pointAt(m[1].charCodeAt(0) - 97, size - 1 - (m[2].charCodeAt(0) - 97));
  return coordinates(point, size) ? point : null;
}

/**
 * The moves that the tree has here, if there are variations.
 * @param {Session} session
 * @returns {BoardMark[]}
 */
function branchMarks(session) {
  const {children} = session.node;
  if (children.length < 2) return [];
  return children.flatMap((child, i) => (child.move && coordinates(child.move) ? [{point: child.move, kind: 'candidate', text: i < 26 ? String.fromCharCode(65 + i) : '', title: t('analyze.variation')}] : []));
}

/**
 * One mark of a point: the first.
 * @param {BoardMark[]} marks
 */
function unique(marks) {
  const seen = new Set();
  return marks.filter((m) => !seen.has(m.point) && seen.add(m.point));
}
