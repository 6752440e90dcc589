// @ts-check
// The tab of files: load, save, share, and the board as an image.

import {FORMATS, load, openDialog, save} from '../files.js';
import {t} from '../i18n.js';
import {savePNG, saveSVG} from '../image.js';
import {copyText, link} from '../share.js';
import {GameTree} from '../tree.js';
import {el, toast} from '../ui.js';

/** @typedef {import('./session.js').Session} Session */

/**
 * @param {Session} session
 * @param {() => string} svg draws the board
 */
export function recordPanel(session, svg) {
  const take = (/** @type {GameTree|null} */ tree) => tree && session.load(tree);
  const format = el('select', {'aria-label': t('analyze.format')}, ...FORMATS.map((f) => el('option', {value: f}, t(`analyze.format-${f.toLowerCase()}`))));
  const button = (/** @type {string} */ text, /** @type {() => unknown} */ run, kind = '') => el('button', {type: 'button', class: kind, onclick: run}, text);
  const open = async () => take(await openDialog());
  const paste = async () => {
    try {
      take(await load({text: await navigator.clipboard.readText()}));
    } catch {
      open(); // The browser gives the clipboard to a field only.
    }
  };
  const share = async () => {
    const url = link(session.tree);
    toast(t((await copyText(url)) ? 'analyze.linkCopied' : 'analyze.linkNotCopied', {url}));
  };
  const png = () => savePNG(svg(), imageName(session)).catch((e) => toast(String(e.message ?? e), {kind: 'error'}));
  return {
    element: el(
      'div',
      {class: 'an-record'},
      el('h2', null, t('analyze.load')),
      el('p', {class: 'an-hint'}, t('analyze.loadHint')),
      el('div', {class: 'an-buttons'}, button(t('analyze.open'), open, 'an-primary'), button(t('analyze.paste'), paste), button(t('analyze.empty'), () => empty(session))),
      el('h2', null, t('analyze.save')),
      el('div', {class: 'an-buttons'}, format, button(t('analyze.saveFile'), () => save(session.tree, format.value))),
      el('p', {class: 'an-hint'}, t('analyze.saveHint')),
      el('h2', null, t('analyze.share')),
      el(
        'div',
        {class: 'an-buttons'},
        button(t('analyze.copyLink'), share),
        button(t('analyze.copyPosition'), async () => toast(t((await copyText(session.tree.text())) ? 'analyze.copied' : 'analyze.notCopied'))),
        button('PNG', png),
        button('SVG', () => saveSVG(svg(), imageName(session))),
      ),
    ),
    open,
    share,
  };
}

/** @param {Session} session */
function imageName(session) {
  return `gomoku-${session.tree.number()}`;
}

/**
 * An empty board of the same rule and size. The game before can be taken back.
 * @param {Session} session
 */
function empty(session) {
  const before = session.tree;
  const {rule, size} = before.start;
  session.load(new GameTree({rule, size}));
  if (before.root.children.length) toast(t('analyze.emptied'), {action: {text: t('analyze.undo'), run: () => session.load(before)}});
}
