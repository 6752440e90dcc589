// @ts-check
// The page: the views and the way to them. The address behind # names the view and what it shows: "#analyze/h8i9/2".

import {choose, engine, kinds, offers} from './engine/engine.js';
import {current, register, setLanguage, t} from './i18n.js';
import {get, set, settings} from './settings.js';
import {dialog, el, select} from './ui.js';
import words from './words/app.js';

register('app', words);

/**
 * What is mounted: a view may end what it does, and may show something else without being mounted anew.
 * @typedef {object} Mounted
 * @property {() => void} [unmount]
 * @property {(params: string[]) => void} [params]
 */

/** @typedef {{mount: (root: HTMLElement, params: string[]) => Promise<Mounted>|Mounted}} View */

/** @type {Record<string, () => Promise<View>>} */
const views = {
  play: () => import('./views/play.js'),
  analyze: () => import('./views/analyze.js'),
  puzzles: () => import('./views/puzzles.js'),
  online: () => import('./views/online.js'),
  game: () => import('./views/online.js'),
};

const root = /** @type {HTMLElement} */ (document.getElementById('view'));

/** @type {{name: string, mounted: Mounted}|null} */
let shown = null;
let visit = 0;

/** Shows the view that the address names. */
async function route() {
  const [wish, ...params] = location.hash.slice(1).split('/').map(decode);
  const name = wish in views ? wish : 'play';
  tabs(name);
  if (shown?.name === name && shown.mounted.params) {
    shown.mounted.params(params);
    return;
  }
  const mine = ++visit;
  shown?.mounted.unmount?.();
  shown = null;
  try {
    const view = await views[name]();
    if (mine !== visit) return;
    root.replaceChildren();
    root.dataset.view = name;
    const mounted = await view.mount(root, params);
    if (mine !== visit) mounted.unmount?.();
    else shown = {name, mounted};
  } catch (error) {
    if (mine !== visit) return;
    console.warn(error);
    root.replaceChildren(el('p', {class: 'notice', role: 'alert'}, t('app.failed', {why: String(error instanceof Error ? error.message : error)})));
  }
}

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @param {string} name */
async function tabs(name) {
  const list = ['play', 'analyze', 'puzzles'];
  const draw = () =>
    document.getElementById('tabs')?.replaceChildren(
      ...list.map((v) => el('a', {href: `#${v}`, 'aria-current': v === name || (v === 'online' && name === 'game') ? 'page' : false}, t(`app.${v}`))),
    );
  draw();
  if ((await offers()).games) {
    list.push('online');
    draw();
  }
}

function theme() {
  const wish = get('theme', 'auto');
  const dark = wish === 'dark' || (wish !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
}

async function askSettings() {
  const check = (/** @type {string} */ key, /** @type {boolean} */ byDefault) => {
    const box = el('input', {type: 'checkbox', checked: get(key, byDefault), onchange: () => set(key, box.checked)});
    return el('label', {class: 'check'}, box, t(`app.${key}`));
  };
  await engine.ready;
  await dialog({
    title: t('app.settings'),
    body: el(
      'div',
      {class: 'form'},
      select(t('app.language'), [['en', 'English'], ['zh', '中文']], current(), (v) => {
        setLanguage(v === 'zh' ? 'zh' : 'en');
        location.reload();
      }),
      select(t('app.theme'), ['auto', 'light', 'dark'].map((v) => [v, t(`app.theme-${v}`)]), get('theme', 'auto'), (v) => set('theme', v)),
      kinds().length > 1 && select(t('app.engine'), kinds().map((k) => [k, t(`app.engine-${k}`)]), engine.kind, (v) => choose(v === 'server' ? 'server' : 'browser')),
      check('coordinates', true),
      check('numbers', false),
      check('sound', false),
    ),
  });
}

setLanguage(current());
theme();
settings.addEventListener('change', theme);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', theme);
const button = document.getElementById('settings');
button?.setAttribute('aria-label', t('app.settings'));
button?.addEventListener('click', () => void askSettings());
addEventListener('hashchange', () => void route());
void route();

if ('serviceWorker' in navigator && window.isSecureContext) navigator.serviceWorker.register('sw.js').catch(() => {}); // without it the page needs a network
