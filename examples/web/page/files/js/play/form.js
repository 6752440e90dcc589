// @ts-check
// The fields of a form for a new game, which is against the machine or between people.

import {engine} from '../engine/engine.js';
import {register, t} from '../i18n.js';
import {MAX_SIZE, MIN_SIZE} from '../points.js';
import {RULES} from '../rules.js';
import {el, select} from '../ui.js';
import words from '../words/form.js';
import './opening.js'; // registers the names of openings

register('form', words);

/**
 * What both kinds of games have.
 * @typedef {object} Common
 * @property {string} rule
 * @property {number} size
 * @property {string} opening a protocol, or ""
 */

/** Clocks, as minutes and seconds a move. */
const CLOCKS = ['1+1', '3+2', '5+3', '10+5', '30+10'];

/**
 * The fields for rule, board and opening. They change the wish.
 * @param {Common} wish
 * @param {() => void} [changed] is called when the opening is another one
 * @returns {HTMLElement[]}
 */
export function gameFields(wish, changed = () => {}) {
  const openings = el('div', null);
  /** @type {{name: string, sizes: number[]}[]} */
  let protocols = [];
  const showOpenings = () => {
    const fit = protocols.filter((p) => p.sizes.includes(wish.size));
    if (protocols.length && !fit.some((p) => p.name === wish.opening)) wish.opening = '';
    const names = protocols.length ? fit.map((p) => p.name) : [wish.opening].filter(Boolean); // as long as the engine loads
    openings.replaceChildren(
      select(t('form.opening'), ['', ...names].map((name) => [name, t(`opening.${name || 'none'}`)]), wish.opening, (v) => {
        wish.opening = v;
        changed();
      }),
    );
    changed();
  };
  showOpenings();
  engine.quick({op: 'openings'}).then(
    (answer) => {
      protocols = answer.protocols;
      showOpenings();
    },
    () => {}, // without an engine there is no opening to choose; the game itself will say what is wrong
  );
  const sizes = Array.from({length: MAX_SIZE - MIN_SIZE + 1}, (_, i) => String(i + MIN_SIZE));
  return [
    select(t('form.rule'), RULES.map((r) => [r, t(`app.rule-${r}`)]), wish.rule, (v) => {
      wish.rule = v;
    }),
    select(t('form.size'), sizes.map((n) => [n, `${n} × ${n}`]), String(wish.size), (v) => {
      wish.size = Number(v);
      showOpenings();
    }),
    openings,
  ];
}

/**
 * The field for the clock: minutes and increment such as "5+3", or "".
 * @param {string} value
 * @param {(value: string) => void} changed
 */
export function clockField(value, changed) {
  const words = (/** @type {string} */ c) => t('form.clockOf', {minutes: c.split('+')[0], increment: c.split('+')[1]});
  return select(t('form.clock'), [['', t('form.noClock')], .../** @type {[string, string][]} */ (CLOCKS.map((c) => [c, words(c)]))], value, changed);
}
