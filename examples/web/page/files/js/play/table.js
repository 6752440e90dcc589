// @ts-check
// What stands around the board in a game: a box for each player, and the list of moves.

import {t} from '../i18n.js';
import {el} from '../ui.js';

/**
 * Shows a player with the clock.
 * @param {HTMLElement} box
 * @param {{color: string, name: string, note?: string, active: boolean, time: string}} player the color is "" while it is not known
 */
export function showPlayer(box, {color, name, note = '', active, time}) {
  const key = [color, name, note, active, time].join('|');
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  box.className = active ? 'player active' : 'player';
  box.replaceChildren(
    el('span', {class: `dot dot-${color || 'none'}`, title: color ? t(`app.${color}`) : ''}),
    el('span', {class: 'player-name'}, name, note && el('span', {class: 'note'}, ` · ${note}`)),
    ...(time ? [el('span', {class: 'clock', role: 'timer'}, time)] : []),
  );
}

/**
 * Shows the moves of a game.
 * @param {HTMLElement} list
 * @param {string[]} moves
 */
export function showMoves(list, moves) {
  const key = moves.join();
  if (list.dataset.key === key) return;
  list.dataset.key = key;
  list.replaceChildren(...moves.map((m) => el('li', null, m === '-' ? t('app.pass') : m)));
  list.scrollTop = list.scrollHeight;
}
