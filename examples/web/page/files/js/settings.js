// @ts-check
// What a person has chosen, kept in this browser. Where nothing can be kept (a private window, a full disk), it lasts until the
// page is closed.

const PREFIX = 'gomoku.';

/**
 * The type of a setting, not that of its default alone.
 * @template T
 * @typedef {T extends string ? string : T extends number ? number : T extends boolean ? boolean : T} Widened
 */

/** @type {Map<string, any>} */
const values = new Map();

/**
 * Returns a setting, or the given value if there is none of that type.
 * @template T
 * @param {string} key
 * @param {T} byDefault
 * @returns {Widened<T>}
 */
export function get(key, byDefault) {
  if (!values.has(key)) {
    try {
      const text = localStorage.getItem(PREFIX + key);
      if (text !== null) values.set(key, JSON.parse(text));
    } catch {
      // Not ours, or not readable.
    }
  }
  const value = values.get(key);
  const same = typeof value === typeof byDefault && Array.isArray(value) === Array.isArray(byDefault) && value !== null;
  return same ? value : /** @type {any} */ (byDefault);
}

/**
 * Keeps a setting.
 * @param {string} key
 * @param {any} value
 */
export function set(key, value) {
  values.set(key, value);
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // It lasts as long as the page.
  }
  settings.dispatchEvent(new CustomEvent('change', {detail: {key, value}}));
}

/** Its `change` events tell, in detail.key and detail.value, what was set. */
export const settings = new EventTarget();
