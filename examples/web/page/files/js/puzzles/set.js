// @ts-check
// The puzzles of the file puzzles.json, and which of them is whose turn: by address, by difficulty, by date.

/** @typedef {import('../points.js').Color} Color */

/**
 * A position in which the side to move has a forced win, and the only move that begins it.
 * @typedef {object} Puzzle
 * @property {string} id a short name that stays when the file gets more puzzles
 * @property {string} position as the engine reads it
 * @property {"vcf"|"vct"} kind by fours alone, or by threes and fours
 * @property {string[]} line a win, the moves of both sides
 * @property {number} difficulty from 1 to DIFFICULTIES
 * @property {string} rule
 */

/** How many steps of difficulty there are. */
export const DIFFICULTIES = 5;

/**
 * Reads the rows of puzzles.json: ["position", "kind", "line", difficulty].
 * @param {any[][]} rows
 * @returns {Puzzle[]}
 */
export function readSet(rows) {
  return rows.map(([position, kind, line, difficulty]) => {
    const [rule] = /^[a-z]+(-[a-z]+)?(?= )/.exec(position) ?? ['freestyle'];
    return {id: hash(position).toString(36), position, kind, line: line.match(/[a-v][1-9]\d?/g) ?? [], difficulty, rule};
  });
}

/**
 * FNV-1a, 32 bits (Fowler, Noll, Vo 1991).
 * @param {string} text
 */
export function hash(text) {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h >>> 0;
}

/**
 * The number of a day of the calendar, which is the same wherever it is that date.
 * @param {Date} date
 */
export function dayOf(date) {
  return Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);
}

/**
 * The puzzle of a day. Each puzzle has its day before one comes again.
 * @param {Puzzle[]} set
 * @param {number} day
 */
export function daily(set, day) {
  const n = set.length;
  // A step near the golden section changes the difficulty from day to day.
  let step = Math.round(n * 0.618);
  while (divisor(step, n) !== 1) step++;
  return set[(((day * step) % n) + n) % n];
}

/**
 * @param {number} a
 * @param {number} b
 * @returns {number} the greatest common divisor
 */
function divisor(a, b) {
  return b ? divisor(b, a % b) : a;
}

/**
 * Chooses a puzzle to solve next: one of those that are not done, or of all if there are none left.
 * @param {Puzzle[]} set
 * @param {{difficulty: number, done: (id: string) => boolean, not?: string, random?: () => number}} wish difficulty 0 is any; not is
 *     the puzzle that is on the board now
 * @returns {Puzzle|undefined}
 */
export function pick(set, {difficulty, done, not, random = Math.random}) {
  const fit = set.filter((p) => (!difficulty || p.difficulty === difficulty) && p.id !== not);
  const open = fit.filter((p) => !done(p.id));
  const from = open.length ? open : fit;
  return from[Math.floor(random() * from.length)] ?? set.find((p) => p.id === not);
}
