// @ts-check
// What a person has done with the puzzles, kept in this browser.

import {get, set} from '../settings.js';

/** What became of a puzzle. Tried means that there was a wrong move or a hint, and no win yet. */
export const CLEAN = 1;
export const HELPED = 2;
export const TRIED = 3;

/**
 * @typedef {object} Run
 * @property {number} now
 * @property {number} best
 * @property {number} [last] the number of the day that was the last to count
 */

/** @param {string} key @returns {Run} */
function run(key) {
  const {now, best, last} = get(key, /** @type {any} */ ({}));
  const number = (/** @type {unknown} */ n) => (typeof n === 'number' && n >= 0 ? n : 0);
  return {now: number(now), best: number(best), ...(typeof last === 'number' ? {last} : {})};
}

/** @returns {Record<string, number>} */
function results() {
  return get('puzzles.done', /** @type {Record<string, number>} */ ({}));
}

/** @param {string} id */
export function isSolved(id) {
  const result = results()[id];
  return result === CLEAN || result === HELPED;
}

/** @param {string} id */
export function isClean(id) {
  return results()[id] === CLEAN;
}

/** How many puzzles in a row were solved without help. */
export function streak() {
  return run('puzzles.streak');
}

/**
 * On how many days in a row the puzzle of the day was solved.
 * @param {number} today
 */
export function days(today) {
  const r = run('puzzles.days');
  return r.last !== undefined && r.last >= today - 1 ? r : {...r, now: 0};
}

/**
 * Notes that a puzzle was not solved without help.
 * @param {string} id
 */
export function tried(id) {
  if (isSolved(id)) return;
  if (results()[id] !== TRIED) set('puzzles.done', {...results(), [id]: TRIED});
  const r = streak();
  if (r.now) set('puzzles.streak', {...r, now: 0});
}

/**
 * Notes that a puzzle is solved. One that was solved before changes nothing but the count of days.
 * @param {string} id
 * @param {{clean: boolean, day?: number}} how day: it was the puzzle of that day
 */
export function solved(id, {clean, day}) {
  if (!isSolved(id)) {
    const good = clean && results()[id] !== TRIED;
    set('puzzles.done', {...results(), [id]: good ? CLEAN : HELPED});
    if (good) {
      const r = streak();
      set('puzzles.streak', {now: r.now + 1, best: Math.max(r.best, r.now + 1)});
    }
  }
  if (day === undefined) return;
  const r = days(day);
  if (r.last !== undefined && r.last >= day) return;
  set('puzzles.days', {now: r.now + 1, best: Math.max(r.best, r.now + 1), last: day});
}
