// @ts-check
// Icons of buttons, drawn by strokes on 24×24 units.

const NS = 'http://www.w3.org/2000/svg';

/** @type {Record<string, string>} */
const PATHS = {
  first: 'M6 5v14M18 6l-8 6 8 6z',
  back: 'M16 5l-9 7 9 7z',
  forward: 'M8 5l9 7-9 7z',
  last: 'M18 5v14M6 6l8 6-8 6z',
  play: 'M8 5l10 7-10 7z',
  pause: 'M8 5v14M16 5v14',
  close: 'M6 6l12 12M18 6L6 18',
  up: 'M12 20V5M6 11l6-6 6 6',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  comment: 'M4 5h16v11H11l-5 4v-4H4z',
  help: 'M9 9a3 3 0 1 1 4.2 2.8c-.8.4-1.2 1-1.2 2.2M12 17.5v.5',
};

/** Icons that are filled. */
const FILLED = new Set(['first', 'back', 'forward', 'last', 'play']);

/**
 * An icon, which says nothing to screen readers: its button has a label.
 * @param {string} name
 */
export function icon(name) {
  const svg = document.createElementNS(NS, 'svg');
  for (const [key, value] of Object.entries({viewBox: '0 0 24 24', 'aria-hidden': 'true', fill: FILLED.has(name) ? 'currentColor' : 'none', stroke: 'currentColor', 'stroke-width': '2', 'stroke-linecap': 'round', 'stroke-linejoin': 'round'})) {
    svg.setAttribute(key, value);
  }
  const path = document.createElementNS(NS, 'path');
  path.setAttribute('d', PATHS[name] ?? '');
  svg.append(path);
  return svg;
}
