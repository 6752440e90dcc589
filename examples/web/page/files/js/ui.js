// @ts-check
// The small things that all views are made of.

import {t} from './i18n.js';

/** @typedef {Node|string|number|false|null|undefined} Child */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * Makes an element of HTML. Properties that begin with "on" are listeners, class and attributes are set as they are, and false
 * leaves an attribute out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>|null} [props]
 * @param {...(Child|Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, props, ...children) {
  const element = document.createElement(tag);
  fill(element, props, children);
  return element;
}

/**
 * Makes an element of SVG.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>|null} [props]
 * @param {...(Child|Child[])} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, props, ...children) {
  const element = document.createElementNS(SVG, tag);
  fill(element, props, children);
  return element;
}

/**
 * @param {Element} element
 * @param {Record<string, any>|null|undefined} props
 * @param {(Child|Child[])[]} children
 */
function fill(element, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith('on') && typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (name === 'dataset') Object.assign(/** @type {HTMLElement} */ (element).dataset, value);
    else element.setAttribute(name, value === true ? '' : String(value));
    if (name === 'value' && element instanceof HTMLInputElement) element.value = String(value);
    if (name === 'checked' && element instanceof HTMLInputElement) element.checked = true;
  }
  for (const child of children.flat()) {
    if (child === false || child === null || child === undefined) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * Makes a function that may be called often of one that should not: it runs at the next picture of the screen, once.
 * @param {() => void} f
 */
export function oncePerFrame(f) {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      f();
    });
  };
}

/**
 * Says something to people who do not see the page.
 * @param {string} text
 */
export function announce(text) {
  const region = document.getElementById('live');
  if (!region) return;
  // The same text again is news only if it changes.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/**
 * Shows a short message at the bottom of the page for some seconds, and announces it. It may offer to do something about it.
 * @param {string} text
 * @param {{kind?: "error", action?: {text: string, run: () => void}}} [options]
 */
export function toast(text, {kind, action} = {}) {
  const box = document.getElementById('toasts');
  if (!box) return;
  const close = () => element.remove();
  const button = action && el('button', {type: 'button', onclick: () => (close(), action.run())}, action.text);
  const element = el('div', {class: kind === 'error' ? 'toast toast-error' : 'toast'}, text, button);
  box.append(element);
  announce(text);
  setTimeout(close, Math.max(action ? 8000 : 4000, 60 * text.length));
}

/**
 * @typedef {object} Button
 * @property {string} text
 * @property {string} value what the dialog returns
 * @property {"primary"} [kind]
 */

/**
 * Asks a question in a dialog. Escape, and a click beside it, return "". A button in the body that has a data-value closes the dialog
 * as those below do.
 * @param {{title: string, body?: Child|Child[], buttons?: Button[]}} options
 * @returns {Promise<string>}
 */
export function dialog({title, body = [], buttons = [{text: t('app.ok'), value: 'ok', kind: 'primary'}]}) {
  return new Promise((resolve) => {
    const close = (/** @type {string} */ value) => {
      box.close();
      box.remove();
      resolve(value);
    };
    const box = el(
      'dialog',
      {class: 'dialog', 'aria-labelledby': 'dialog-title'},
      el('h2', {id: 'dialog-title'}, title),
      el('div', {class: 'dialog-body'}, ...[body].flat()),
      el(
        'div',
        {class: 'dialog-buttons'},
        buttons.map((b) => el('button', {type: 'button', class: b.kind ?? '', dataset: {value: b.value}}, b.text)),
      ),
    );
    box.addEventListener('cancel', (event) => {
      event.preventDefault();
      close('');
    });
    box.addEventListener('click', (event) => {
      if (event.target === box) close('');
      const button = /** @type {HTMLElement} */ (event.target).closest('button');
      if (button?.dataset.value !== undefined) close(button.dataset.value);
    });
    document.body.append(box);
    box.showModal();
    /** @type {HTMLElement|null} */ (box.querySelector('button.primary'))?.focus();
  });
}

/**
 * A labeled list to choose from.
 * @param {string} label
 * @param {[value: string, text: string][]} options
 * @param {string} value
 * @param {(value: string) => void} changed
 * @param {{name?: string}} [more]
 */
export function select(label, options, value, changed, {name} = {}) {
  const list = el('select', {name, onchange: () => changed(list.value)}, options.map(([v, text]) => el('option', {value: v}, text)));
  list.value = value;
  return el('label', {class: 'field'}, el('span', null, label), list);
}
