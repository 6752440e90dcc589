// @ts-check
import {el} from '../ui.js';

/** @param {HTMLElement} root */
export function mount(root) {
  root.replaceChildren(el('p', {class: 'notice'}, '…'));
  return {};
}
