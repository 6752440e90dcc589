// @ts-check
// The board as an image: SVG and PNG.

import {download} from './files.js';

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
