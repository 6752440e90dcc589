// @ts-check
// Points of the board as words: the letter of the column from the left and the number of the row from the bottom, such as "h8".

/** @typedef {"black"|"white"} Color */

/** The word for a move without a stone. */
export const PASS = '-';

/** The largest board that the library has. */
export const MAX_SIZE = 22;

/** The smallest board that the library has. */
export const MIN_SIZE = 5;

/**
 * Returns the word for a point.
 * @param {number} x column from the left, from 0
 * @param {number} y row from the bottom, from 0
 */
export function pointAt(x, y) {
  return String.fromCharCode(97 + x) + (y + 1);
}

/**
 * Returns column and row of a point, both from 0, or null if the word is none of a board of that size.
 * @param {string} point
 * @param {number} [size]
 * @returns {{x: number, y: number}|null}
 */
export function coordinates(point, size = MAX_SIZE) {
  const m = /^([a-v])([1-9]\d?)$/i.exec(point);
  if (!m) return null;
  const x = m[1].toLowerCase().charCodeAt(0) - 97;
  const y = Number(m[2]) - 1;
  return x < size && y < size ? {x, y} : null;
}

/**
 * Reports whether a word means a pass. It is "-" as a point, "--" in the text of a position, and people say pass.
 * @param {string|undefined|null} move
 */
export function isPass(move) {
  return move === PASS || move === '--' || move === 'pass';
}

/**
 * @param {Color} color
 * @returns {Color}
 */
export function opponent(color) {
  return color === 'black' ? 'white' : 'black';
}
