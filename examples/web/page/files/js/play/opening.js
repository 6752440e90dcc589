// @ts-check
// What one may do in an opening protocol, as buttons.

import {register, t} from '../i18n.js';
import {el} from '../ui.js';
import words from '../words/opening.js';

register('opening', words);

/** @typedef {{kind: string, points?: number, minFifths?: number, maxFifths?: number, candidates?: string[]}} Choice */

/**
 * @param {Choice[]} choices what the protocol allows
 * @param {string[]} chosen the points that have been chosen on the board
 * @param {(action: {kind: string, points?: string[], fifths?: number}) => void} act
 * @returns {HTMLElement[]}
 */
export function openingButtons(choices, chosen, act) {
  return choices.flatMap((c) => {
    switch (c.kind) {
      case 'put':
      case 'offer': {
        const n = c.points ?? 0;
        return [el('button', {type: 'button', class: 'primary', disabled: chosen.length !== n, onclick: () => act({kind: c.kind, points: chosen})}, t(`opening.do-${c.kind}`, {n, have: chosen.length}))];
      }
      case 'choose':
        return [el('span', {class: 'note'}, t('opening.do-choose'))];
      case 'declare':
        return Array.from({length: (c.maxFifths ?? 1) - (c.minFifths ?? 1) + 1}, (_, i) => {
          const n = (c.minFifths ?? 1) + i;
          return el('button', {type: 'button', onclick: () => act({kind: 'declare', fifths: n})}, t('opening.do-declare', {n}));
        });
      default:
        return [el('button', {type: 'button', onclick: () => act({kind: c.kind})}, t(`opening.do-${c.kind.replace(' ', '-')}`))];
    }
  });
}
