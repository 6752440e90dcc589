// @ts-check
// The board as an image: SVG, PNG, and a game as an animated GIF.

import {Board} from './board.js';
import {download} from './files.js';
import {GifWriter, paletteOf} from './gif.js';

/** @typedef {import('./tree.js').GameTree} GameTree */

/** Pixels of a side of a PNG. */
const PNG_SIDE = 1200;

/**
 * Saves a board as SVG.
 * @param {string} svg a whole SVG document, as Board.svg returns it
 * @param {string} name without ending
 */
export function saveSVG(svg, name) {
  download(`${name}.svg`, new Blob([svg], {type: 'image/svg+xml'}));
}

/**
 * Saves a board as PNG.
 * @param {string} svg
 * @param {string} name without ending
 */
export async function savePNG(svg, name) {
  const canvas = await draw(svg, PNG_SIDE);
  const blob = await new Promise((/** @type {(b: Blob|null) => void} */ done) => canvas.toBlob(done, 'image/png'));
  if (!blob) throw new Error('the browser cannot make a PNG of this size');
  download(`${name}.png`, blob);
}

/** Pixels of a side of a GIF, and how long its pictures are shown. */
const GIF_SIDE = 480;
const MOVE_MILLIS = 700;
const END_MILLIS = 3000;

/**
 * Saves the line through the current node of a tree as an animated GIF.
 * @param {GameTree} tree
 * @param {string[]} row the winning row at the end, if there is one
 * @param {string} name without ending
 */
export async function saveGIF(tree, row, name) {
  const nodes = tree.whole();
  const origin = nodes.findLastIndex((n) => n.setup); // earlier moves lead to another position
  const shown = origin < 0 ? [tree.root, ...nodes] : nodes.slice(origin);
  const board = new Board(document.createElement('div'));
  const frame = async (/** @type {import('./tree.js').TreeNode} */ node) => {
    board.show({size: tree.start.size, stones: tree.stones(node), last: node.move, row: node === shown.at(-1) ? row : []});
    const canvas = await draw(board.svg(), GIF_SIDE);
    return /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')).getImageData(0, 0, canvas.width, canvas.height);
  };
  const first = await frame(shown[0]);
  const last = await frame(shown[shown.length - 1]);
  const gif = new GifWriter(first.width, first.height, paletteOf([first.data, last.data]));
  for (const node of shown) gif.add((await frame(node)).data, node === shown.at(-1) ? END_MILLIS : MOVE_MILLIS);
  download(`${name}.gif`, new Blob([gif.end()], {type: 'image/gif'}));
}

/**
 * Draws an SVG on a canvas.
 * @param {string} svg
 * @param {number} width in pixels; the height follows from the SVG
 * @returns {Promise<HTMLCanvasElement>}
 */
export async function draw(svg, width) {
  const url = URL.createObjectURL(new Blob([svg], {type: 'image/svg+xml'}));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = Math.round((width * (image.naturalHeight || 1)) / (image.naturalWidth || 1));
    const context = canvas.getContext('2d');
    if (!context) throw new Error('the browser has no canvas');
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas;
  } finally {
    URL.revokeObjectURL(url);
  }
}
