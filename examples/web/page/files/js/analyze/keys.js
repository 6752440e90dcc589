// @ts-check
// The keyboard: arrows go through the game wherever the focus is, except where they have a meaning of their own.

import {get} from '../settings.js';

/**
 * What a key does, or undefined. Arrow keys and others without a letter always work; letters can be switched off, because programs
 * that take speech for typing would press them.
 * @param {Record<string, () => void>} actions by KeyboardEvent.key
 * @param {AbortSignal} signal
 */
export function listenToKeys(actions, signal) {
  document.addEventListener(
    'keydown',
    (e) => {
      if (e.defaultPrevented || e.altKey || e.ctrlKey || e.metaKey || isEdited(e.target) || document.querySelector('dialog[open]')) return;
      const action = actions[e.key];
      if (!action || (e.key.length === 1 && !get('analyze.keys', true))) return;
      e.preventDefault();
      action();
    },
    {signal},
  );
}

/** @param {EventTarget|null} target */
function isEdited(target) {
  if (!(target instanceof Element)) return false;
  if (target.closest('textarea, select, [contenteditable], [role="tablist"], [role="slider"]')) return true;
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type);
}
