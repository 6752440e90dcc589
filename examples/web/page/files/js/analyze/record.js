// @ts-check
// The tab of files: load, save, share, and the board as an image.

import {engine} from '../engine/engine.js';
import {FORMATS, load, openDialog, save} from '../files.js';
import {t} from '../i18n.js';
import {saveGIF, savePNG, saveSVG} from '../image.js';
import {copyText, link} from '../share.js';
import {GameTree, endOf} from '../tree.js';
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
  const image = async (/** @type {Promise<void>} */ saved) => {
    try {
      await saved;
    } catch (e) {
      toast(e instanceof Error ? e.message : String(e), {kind: 'error'});
    }
  };
  const gif = button('GIF', async () => {
    gif.disabled = true;
    toast(t('analyze.gif'));
    await image(saveGIF(session.tree, await endRow(session), `gomoku-${session.tree.whole().length}`));
    gif.disabled = false;
  });
  gif.title = t('analyze.gifTitle');
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
        button('PNG', () => image(savePNG(svg(), imageName(session)))),
        button('SVG', () => saveSVG(svg(), imageName(session))),
        gif,
      ),
    ),
    open,
    share,
  };
}

/**
 * The winning row at the end of the line that is looked at, if there is one.
 * @param {Session} session
 * @returns {Promise<string[]>}
 */
async function endRow({tree}) {
  try {
    return (await engine.quick({op: 'describe', ...tree.request(endOf(tree.current))})).row ?? [];
  } catch {
    return []; // a game that a foul ended has none
  }
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
