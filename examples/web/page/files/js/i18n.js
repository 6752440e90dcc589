// @ts-check
// The page's words in English and Chinese. Each view has its own in js/words, and registers them under its name.

import {get, set} from './settings.js';

/** @typedef {'en'|'zh'} Language */
/** @typedef {Record<Language, Record<string, string>>} Words */

/** @type {Record<string, Words>} */
const all = {};

/** @type {Language} */
let language = choice(get('language', ''));

/** @param {string} wish @returns {Language} */
function choice(wish) {
  if (wish === 'en' || wish === 'zh') return wish;
  const first = typeof navigator === 'object' ? navigator.languages.find((l) => /^(en|zh)\b/i.test(l)) : undefined;
  return first?.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

/** The language of the page. */
export function current() {
  return language;
}

/** @param {Language} wish */
export function setLanguage(wish) {
  const before = language;
  language = choice(wish);
  set('language', language);
  document.documentElement.lang = language === 'zh' ? 'zh-Hans' : 'en';
  if (language !== before) changes.dispatchEvent(new Event('change'));
}

const changes = new EventTarget();

/**
 * Calls a function whenever the language changes.
 * @param {() => void} f
 * @returns {() => void} ends that
 */
export function onLanguage(f) {
  changes.addEventListener('change', f);
  return () => changes.removeEventListener('change', f);
}

/**
 * Adds the words of a part of the page. t('play.hint') is then the word "hint" of the part "play".
 * @param {string} part
 * @param {Words} words
 */
export function register(part, words) {
  all[part] = words;
}

/**
 * Returns words in the language of the page. {name} in them is replaced by the parameter of that name. A word that is missing in
 * Chinese comes in English, and an unknown one as its key, so that it is seen.
 * @param {string} key part and word, such as "play.hint"
 * @param {Record<string, string|number>} [params]
 */
export function t(key, params) {
  const dot = key.indexOf('.');
  const words = all[key.slice(0, dot)];
  const word = key.slice(dot + 1);
  const text = words?.[language][word] ?? words?.en[word] ?? key;
  return params ? text.replace(/\{(\w+)\}/g, (whole, name) => String(params[name] ?? whole)) : text;
}
