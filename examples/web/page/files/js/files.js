// @ts-check
// Game files: loading by a picker, by pasting and by dropping, in every format that the library reads; choosing a game of an archive;
// saving.

import {EngineError, engine} from './engine/engine.js';
import {register, t} from './i18n.js';
import {RULES} from './rules.js';
import {get, set} from './settings.js';
import {GameTree} from './tree.js';
import {dialog, el, toast} from './ui.js';
import {words} from './words/files.js';
import {isZip, unzip} from './zip.js';

register('files', words);

/** @typedef {import('./tree.js').GameJSON} GameJSON */
/** @typedef {import('./tree.js').NodeJSON} NodeJSON */
/** @typedef {{game: GameJSON, tree?: NodeJSON, file?: string}} Loaded a game of a file */
/** @typedef {{message: string, file?: string}} Skipped a game or a file that cannot be read */

/** @typedef {{charset: string, rule: string, lines: boolean}} ReadOptions what files do not say */

/** Formats that can be written. */
export const FORMATS = /** @type {const} */ (['SGF', 'PSQ', 'moves', 'RenLib', 'pos']);

/** Charsets of files that do not name theirs. */
const CHARSETS = ['', 'GBK', 'GB18030', 'Big5', 'Shift_JIS', 'EUC-JP', 'EUC-KR', 'windows-1251', 'windows-1252'];

/** The largest file in MiB: the engine takes requests of 8 MiB, that on the server of 4, and Base64 makes files longer by a third. */
const LARGEST = {browser: 6, server: 3};

/** Games of a list that are shown at once. */
const PAGE = 200;

/** @returns {ReadOptions} */
function options() {
  return {charset: get('files.charset', ''), rule: get('files.rule', 'freestyle'), lines: false};
}

/**
 * Reads a text or the bytes of a file.
 * @param {string|Uint8Array} content
 * @param {string} name
 * @param {ReadOptions} o
 * @returns {Promise<{games: Loaded[], skipped: Skipped[]}>}
 */
async function read(content, name, o) {
  const most = LARGEST[engine.kind];
  if (content.length > most << 20) throw new EngineError('tooLarge', t('files.tooLarge', {name: name || t('files.text'), most}));
  const body = typeof content === 'string' ? {text: content} : {data: base64(content)};
  const e = await engine.quick({op: 'read', ...body, name, rule: o.rule, charset: o.charset, lines: o.lines});
  return {games: (e.games ?? []).map((/** @type {Loaded} */ g) => ({...g, file: name})), skipped: e.skipped ?? []};
}

/**
 * Reads files, and those in zip archives.
 * @param {Iterable<File>} files
 * @param {ReadOptions} o
 */
async function readFiles(files, o) {
  /** @type {Loaded[]} */
  const games = [];
  /** @type {Skipped[]} */
  const skipped = [];
  const one = async (/** @type {string} */ name, /** @type {Uint8Array} */ bytes) => {
    try {
      const r = await read(bytes, name, o);
      games.push(...r.games);
      skipped.push(...r.skipped);
    } catch (e) {
      skipped.push({message: messageOf(e), file: name});
    }
  };
  for (const file of files) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (!isZip(bytes)) {
      await one(file.name, bytes);
      continue;
    }
    try {
      for await (const entry of unzip(bytes, LARGEST[engine.kind] << 20)) await one(entry.name, entry.bytes);
    } catch (e) {
      skipped.push({message: messageOf(e), file: file.name});
    }
  }
  return {games, skipped};
}

/** @param {unknown} e */
function messageOf(e) {
  return e instanceof Error ? e.message : String(e);
}

/** @param {Uint8Array} bytes */
function base64(bytes) {
  let binary = '';
  for (let i = 0; i < bytes.length; i += 0x8000) binary += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(binary);
}

/**
 * Loads files that were dropped or picked, or a text. Returns the game, or null if none was found or chosen; it has said why.
 * @param {{files?: Iterable<File>, text?: string}} source
 * @param {ReadOptions} [o]
 * @returns {Promise<GameTree|null>}
 */
export async function load({files, text}, o = options()) {
  /** @type {{games: Loaded[], skipped: Skipped[]}} */
  let found;
  try {
    found = text === undefined ? await readFiles(files ?? [], o) : await read(text, '', o);
  } catch (e) {
    toast(messageOf(e), {kind: 'error'});
    return null;
  }
  const {games, skipped} = found;
  if (!games.length) {
    toast(skipped[0]?.message ?? t('files.none'), {kind: 'error'});
    return null;
  }
  if (games.length === 1) {
    if (skipped.length) toast(t('files.skipped', {n: skipped.length, message: skipped[0].message}), {kind: 'error'});
    return opened(games[0]);
  }
  const chosen = await choose(games, skipped);
  return chosen && opened(chosen);
}

/**
 * The tree of a game, at its end; if it has more to tell than a game, at its start, or where a library of RenLib begins.
 * @param {Loaded} game
 */
function opened(game) {
  const tree = GameTree.fromJSON(game);
  for (let node = tree.root; ; node = node.children[0]) {
    if (node.props?.START) {
      tree.goto(node);
      return tree;
    }
    if (!node.children.length) break;
    if (node.comment || node.children.length > 1) return tree;
  }
  tree.last();
  return tree;
}

/**
 * Asks for files, a text, and what they do not say.
 * @returns {Promise<GameTree|null>}
 */
export async function openDialog() {
  const o = options();
  const picker = el('input', {type: 'file', multiple: true, id: 'files-picker'});
  const text = el('textarea', {id: 'files-text', rows: 4, spellcheck: 'false', placeholder: 'h8 i9 h7 …   (;GM[4]…)   Piskvorky 15x15 …'});
  const charset = el('select', {id: 'files-charset'}, ...CHARSETS.map((c) => el('option', {value: c, selected: c === o.charset}, c || t('files.charsetNone'))));
  const rule = el('select', {id: 'files-rule'}, ...RULES.map((r) => el('option', {value: r, selected: r === o.rule}, t(`files.rule-${r}`))));
  const lines = el('input', {type: 'checkbox', id: 'files-lines'});
  const body = el(
    'div',
    {class: 'files-open'},
    el('p', {class: 'files-hint'}, t('files.openHint')),
    el('label', {for: 'files-picker'}, t('files.pick')),
    picker,
    el('label', {for: 'files-text'}, t('files.paste')),
    text,
    el(
      'details',
      null,
      el('summary', null, t('files.more')),
      el('div', {class: 'files-fields'}, el('label', {for: 'files-rule'}, t('files.rule')), rule, el('label', {for: 'files-charset'}, t('files.charset')), charset),
      el('label', {class: 'files-check', for: 'files-lines'}, lines, t('files.lines')),
    ),
  );
  const answer = await dialog({
    title: t('files.open'),
    body,
    buttons: [
      {text: t('files.cancel'), value: ''},
      {text: t('files.load'), value: 'load', kind: 'primary'},
    ],
  });
  if (answer !== 'load') return null;
  set('files.charset', charset.value);
  set('files.rule', rule.value);
  const how = {charset: charset.value, rule: rule.value, lines: lines.checked};
  if (picker.files?.length) return load({files: picker.files}, how);
  if (text.value.trim()) return load({text: text.value}, how);
  toast(t('files.nothing'), {kind: 'error'});
  return null;
}

/**
 * Lets people choose a game of many.
 * @param {Loaded[]} games
 * @param {Skipped[]} skipped
 * @returns {Promise<Loaded|null>}
 */
async function choose(games, skipped) {
  const list = el('div', {class: 'files-list', role: 'listbox', 'aria-label': t('files.games'), tabindex: -1});
  const filter = el('input', {type: 'search', 'aria-label': t('files.filter'), placeholder: t('files.filter')});
  const count = el('p', {class: 'files-hint', role: 'status'});
  const more = el('button', {type: 'button', onclick: () => show(shown + PAGE)}, t('files.showMore'));
  const entries = games.map((g, i) => ({i, title: titleOf(g, i), details: detailsOf(g)}));
  let shown = PAGE;
  const select = (/** @type {number} */ i) => {
    for (const option of list.children) option.setAttribute('aria-selected', String(option.getAttribute('data-i') === String(i)));
  };
  const show = (/** @type {number} */ most) => {
    shown = most;
    const words = filter.value.toLowerCase().split(/\s+/);
    const fit = entries.filter((e) => words.every((w) => `${e.title} ${e.details}`.toLowerCase().includes(w)));
    list.replaceChildren(
      ...fit.slice(0, shown).map((e) =>
        el(
          'button',
          {type: 'button', class: 'files-game', role: 'option', dataset: {i: e.i, value: String(e.i)}, onfocus: () => select(e.i)},
          el('span', {class: 'files-title'}, e.title),
          el('span', {class: 'files-details'}, e.details),
        ),
      ),
    );
    more.hidden = fit.length <= shown;
    count.textContent = t('files.found', {n: fit.length, all: games.length});
  };
  filter.addEventListener('input', () => show(PAGE));
  filter.addEventListener('keydown', (e) => {
    if (e.key === 'Enter') e.preventDefault();
    if (e.key === 'Enter' || e.key === 'ArrowDown') /** @type {HTMLElement|null} */ (list.firstElementChild)?.focus();
  });
  list.addEventListener('keydown', (e) => {
    const at = document.activeElement;
    const to = e.key === 'ArrowDown' ? at?.nextElementSibling : e.key === 'ArrowUp' ? (at?.previousElementSibling ?? filter) : null;
    if (!(to instanceof HTMLElement)) return;
    e.preventDefault();
    to.focus();
  });
  show(PAGE);
  const left = skipped.length
    ? el('details', null, el('summary', null, t('files.leftOut', {n: skipped.length})), el('ul', null, ...skipped.slice(0, 50).map((s) => el('li', null, s.message))))
    : '';
  const answer = await dialog({
    title: t('files.choose'),
    body: el('div', {class: 'files-choose'}, filter, count, list, more, left),
    buttons: [{text: t('files.cancel'), value: ''}],
  });
  return answer ? games[Number(answer)] : null;
}

/**
 * @param {Loaded} g
 * @param {number} i
 */
function titleOf({game}, i) {
  const {black, white} = game.tags ?? {};
  return black || white ? `${i + 1}. ${black || '?'} – ${white || '?'}` : t('files.game', {n: i + 1});
}

/** @param {Loaded} g */
function detailsOf({game, file}) {
  const tags = game.tags ?? {};
  const result = game.outcome && game.outcome !== 'undecided' ? t(`files.${game.outcome.replace(' ', '-')}`) : '';
  const about = [tags.event, tags.round, tags.date, `${t(`files.rule-${game.rule}`)} ${game.size}×${game.size}`, t('files.moves', {n: game.moves.length}), result, file];
  return about.filter(Boolean).join(' · ');
}

/**
 * Takes files that are dropped on an element, and texts and files that are pasted while nothing is edited.
 * @param {HTMLElement} element
 * @param {(tree: GameTree) => void} take
 * @param {AbortSignal} signal
 */
export function acceptFiles(element, take, signal) {
  const loaded = async (/** @type {{files?: Iterable<File>, text?: string}} */ source) => {
    const tree = await load(source);
    if (tree && !signal.aborted) take(tree);
  };
  let depth = 0; // of dragenter in elements within
  const over = (/** @type {boolean} */ on) => element.classList.toggle('files-over', on);
  element.addEventListener('dragenter', () => over(++depth > 0), {signal});
  element.addEventListener('dragleave', () => over(--depth > 0), {signal});
  element.addEventListener('dragover', (e) => e.preventDefault(), {signal});
  element.addEventListener(
    'drop',
    (e) => {
      e.preventDefault();
      depth = 0;
      over(false);
      const {files} = e.dataTransfer ?? {};
      const text = e.dataTransfer?.getData('text/plain');
      if (files?.length) loaded({files: [...files]});
      else if (text?.trim()) loaded({text});
    },
    {signal},
  );
  document.addEventListener(
    'paste',
    (e) => {
      const at = e.target;
      if (at instanceof Element && at.closest('input, textarea, dialog')) return;
      const files = e.clipboardData?.files;
      const text = e.clipboardData?.getData('text/plain');
      if (files?.length) loaded({files: [...files]});
      else if (text?.trim()) loaded({text});
      else return;
      e.preventDefault();
    },
    {signal},
  );
}

/**
 * Saves a tree in a format.
 * @param {GameTree} tree
 * @param {string} format
 */
export async function save(tree, format) {
  try {
    const e = await engine.quick({op: 'write', format, ...tree.toJSON()});
    const bytes = Uint8Array.from(atob(e.data), (c) => c.charCodeAt(0));
    download(e.name, new Blob([bytes], {type: e.mime}));
  } catch (e) {
    toast(t('files.notSaved', {message: messageOf(e)}), {kind: 'error'});
  }
}

/**
 * Gives a file to the person at the page.
 * @param {string} name
 * @param {Blob} blob
 */
export function download(name, blob) {
  const url = URL.createObjectURL(blob);
  const a = el('a', {href: url, download: name});
  document.body.append(a);
  a.click();
  a.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
