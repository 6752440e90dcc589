// @ts-check
// How chances and proved wins are written. Chances are the share of the points that a side can expect, from 0 to 1.

import {t} from '../i18n.js';

/** @typedef {import('../points.js').Color} Color */

/** @typedef {{score: number, chances: number, mate?: number}} Value of a move, for the side that makes it; mate counts plies */

/**
 * Chances as a percentage. Only what is proved is 0 % or 100 %.
 * @param {number} chances
 * @param {boolean} [proved]
 */
export function percent(chances, proved = false) {
  const p = Math.round(chances * 100);
  return t('analyze.percent', {n: proved ? p : Math.min(Math.max(p, 1), 99)});
}

/**
 * A value in a few characters: "56 %", or "+M5" for a win after five more stones.
 * @param {Value} value
 */
export function short(value) {
  if (value.mate) return (value.mate > 0 ? '+M' : '−M') + Math.abs(value.mate);
  return percent(value.chances);
}

/**
 * A value in words, as for a screen reader or a title.
 * @param {Value} value
 * @param {Color} side whose value it is
 */
export function inWords(value, side) {
  const color = t(`analyze.${side}`);
  if (value.mate) return t(value.mate > 0 ? 'analyze.winsIn' : 'analyze.losesIn', {color, n: Math.abs(value.mate)});
  return t('analyze.hasChances', {color, chances: percent(value.chances)});
}

/**
 * Black's share, of a value for a side.
 * @param {Value} value
 * @param {Color} side
 */
export function blackShare(value, side) {
  return side === 'black' ? value.chances : 1 - value.chances;
}
