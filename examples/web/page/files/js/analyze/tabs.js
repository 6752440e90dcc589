// @ts-check
// Tabs, of which one is shown. The arrow keys go from one to the next.

import {el} from '../ui.js';

/** @typedef {{id: string, text: string, element: HTMLElement, shown?: () => void, hidden?: () => void}} Tab */

/**
 * @param {Tab[]} all
 * @param {string} label
 */
export function tabs(all, label) {
  const buttons = all.map((tab) => {
    tab.element.id = `an-panel-${tab.id}`;
    tab.element.setAttribute('role', 'tabpanel');
    tab.element.setAttribute('aria-labelledby', `an-tab-${tab.id}`);
    tab.element.classList.add('an-panel');
    return el('button', {type: 'button', role: 'tab', id: `an-tab-${tab.id}`, 'aria-controls': tab.element.id, onclick: () => select(tab.id)}, tab.text);
  });
  const bar = el('div', {class: 'an-tabs', role: 'tablist', 'aria-label': label}, ...buttons);
  bar.addEventListener('keydown', (e) => {
    const at = all.findIndex((tab) => tab.id === panel.selected);
    /** @type {Record<string, number>} */
    const to = {ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: all.length - 1};
    if (!(e.key in to)) return;
    e.preventDefault();
    const i = (to[e.key] + all.length) % all.length;
    select(all[i].id);
    buttons[i].focus();
  });
  const select = (/** @type {string} */ id) => {
    if (panel.selected === id) return;
    const before = all.find((tab) => tab.id === panel.selected);
    panel.selected = id;
    all.forEach((tab, i) => {
      const on = tab.id === id;
      tab.element.hidden = !on;
      buttons[i].setAttribute('aria-selected', String(on));
      buttons[i].tabIndex = on ? 0 : -1;
    });
    before?.hidden?.();
    all.find((tab) => tab.id === id)?.shown?.();
  };
  const panel = {element: el('section', {class: 'an-tools', 'aria-label': label}, bar, ...all.map((tab) => tab.element)), selected: '', select};
  select(all[0].id);
  return panel;
}
