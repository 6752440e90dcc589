// @ts-check
// The list of moves with the buttons that go through it, change it, and comment it.

import {t} from '../i18n.js';
import {el, toast} from '../ui.js';
import {helpDialog} from './help.js';
import {icon} from './icons.js';
import {moveList} from './moves.js';

/** @typedef {import('./session.js').Session} Session */

/** @param {Session} session */
export function movePanel(session) {
  const button = (/** @type {string} */ name, /** @type {string} */ text, /** @type {() => unknown} */ run) =>
    el('button', {type: 'button', class: 'an-icon', 'aria-label': text, title: text, onclick: run}, icon(name));
  const remove = () => {
    const {tree} = session;
    if (session.node === tree.root) return;
    const undo = tree.remove(session.node);
    toast(t('analyze.deleted'), {action: {text: t('analyze.undo'), run: undo}});
  };
  const first = button('first', t('analyze.first'), () => session.tree.first());
  const back = button('back', t('analyze.back'), () => session.tree.back());
  const forward = button('forward', t('analyze.forward'), () => session.tree.forward());
  const last = button('last', t('analyze.last'), () => session.tree.last());
  const promote = button('up', t('analyze.promote'), () => session.tree.promote(session.node));
  const trash = button('trash', t('analyze.delete'), remove);
  const text = el('textarea', {class: 'an-comment-text', rows: 2, hidden: true, 'aria-label': t('analyze.comment'), placeholder: t('analyze.commentHint')});
  const comment = () => {
    text.hidden = !text.hidden;
    talk.setAttribute('aria-expanded', String(!text.hidden));
    if (!text.hidden) text.focus();
  };
  const talk = button('comment', t('analyze.comment'), comment);
  talk.setAttribute('aria-expanded', 'false');
  text.addEventListener('change', () => {
    session.node.comment = text.value.trim();
    session.tell('comment');
  });
  text.addEventListener('keydown', (e) => e.key === 'Escape' && comment());
  session.on('node', () => (text.value = session.node.comment));
  session.on('tree', () => {
    const {tree, node} = session;
    first.disabled = back.disabled = !node.parent;
    forward.disabled = last.disabled = !node.children.length;
    promote.disabled = tree.path().every((n) => n.isFirst);
    trash.disabled = !node.parent;
  });
  return {
    element: el('section', {class: 'an-movepanel', 'aria-label': t('analyze.moves')}, moveList(session), text),
    nav: el('div', {class: 'an-nav', role: 'toolbar', 'aria-label': t('analyze.navigate')}, first, back, forward, last, el('span', {class: 'an-space'}), promote, trash, talk, button('help', t('analyze.keys'), helpDialog)),
    remove,
    comment,
  };
}
