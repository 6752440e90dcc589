// @ts-check
// Clocks as people read them.

/** @param {number} millis */
export function clockText(millis) {
  const s = Math.ceil(millis / 1000);
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  return s >= 3600 ? `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}` : `${Math.floor(s / 60)}:${two(s % 60)}`;
}
