// @ts-check
// The keys, and a switch for those that are letters.

import {t} from '../i18n.js';
import {get, set} from '../settings.js';
import {dialog, el} from '../ui.js';

const KEYS = [
  ['← →', 'moves'],
  ['↑ ↓', 'variations'],
  ['Home End', 'ends'],
  ['Delete', 'delete'],
  ['1 – 5', 'choice'],
  ['A', 'engine'],
  ['T O', 'threats'],
  ['W', 'win'],
  ['R', 'review'],
  ['C', 'comment'],
  ['N', 'numbers'],
  ['?', 'help'],
];

export async function helpDialog() {
  const letters = el('input', {type: 'checkbox', id: 'an-keys', checked: get('analyze.keys', true), onchange: () => set('analyze.keys', letters.checked)});
  await dialog({
    title: t('analyze.keys'),
    body: el(
      'div',
      {class: 'an-help'},
      el('dl', null, ...KEYS.flatMap(([keys, what]) => [el('dt', null, ...keys.split(' ').map((k) => el(k === '–' ? 'span' : 'kbd', null, k))), el('dd', null, t(`analyze.key-${what}`))])),
      el('label', {for: 'an-keys'}, letters, ' ', t('analyze.keysLetters')),
    ),
    buttons: [{text: t('analyze.close'), value: ''}],
  });
}
