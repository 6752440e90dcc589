// @ts-check
// The engine's lines: a switch, how many lines, which engine, how deep it is, and the lines themselves, whose moves can be clicked.

import {choose, engine, kinds} from '../engine/engine.js';
import {opponent} from '../points.js';
import {t} from '../i18n.js';
import {el, oncePerFrame} from '../ui.js';
import {inWords, short} from './chances.js';
import {MAX_LINES} from './search.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./session.js').Line} Line */
/** @typedef {import('./search.js').Search} Search */

/** Moves of a line that are shown; the rest is seldom trusted. */
const SHOWN = 12;

/**
 * @param {Session} session
 * @param {Search} search
 */
export function linesPanel(session, search) {
  const toggle = el('input', {type: 'checkbox', role: 'switch', id: 'an-engine', onchange: () => search.toggle(toggle.checked)});
  const status = el('span', {class: 'an-status'});
  const more = el('button', {type: 'button', class: 'an-small', onclick: () => search.more()}, t('analyze.more'));
  const count = el(
    'select',
    {class: 'an-small', 'aria-label': t('analyze.lineCount'), title: t('analyze.lineCount'), onchange: () => search.setLines(Number(count.value))},
    ...Array.from({length: MAX_LINES}, (_, i) => el('option', {value: i + 1}, t(i ? 'analyze.lines' : 'analyze.oneLine', {n: i + 1}))),
  );
  const where = el(
    'select',
    {class: 'an-small', 'aria-label': t('analyze.where'), title: t('analyze.where'), onchange: () => choose(where.value === 'server' ? 'server' : 'browser')},
  );
  const offer = () => {
    where.replaceChildren(...kinds().map((kind) => el('option', {value: kind}, t(`analyze.${kind}`))));
    where.value = engine.kind;
    where.hidden = kinds().length < 2;
  };
  offer();
  engine.ready.then(offer); // whether there is a server is known a little later
  engine.addEventListener('change', offer, {signal: session.parts.signal});
  const list = el('ol', {class: 'an-lines', 'aria-label': t('analyze.linesTitle')});
  const element = el(
    'section',
    {class: 'an-engine', 'aria-label': t('analyze.engine')},
    el('div', {class: 'an-engine-head'}, el('label', {class: 'an-switch', for: 'an-engine'}, toggle, el('span', null, t('analyze.engine'))), count, where),
    el('div', {class: 'an-engine-status'}, status, more),
    list,
  );

  const render = () => {
    toggle.checked = search.on;
    count.value = String(search.lines);
    where.value = engine.kind;
    status.textContent = statusText(session, search);
    status.title = statusTitle(session);
    more.hidden = search.state !== 'done' || session.over || session.about().evaluation?.stop !== 'time';
    const lines = search.on && !session.over ? (session.about().evaluation?.lines ?? []).slice(0, search.lines) : [];
    // The list keeps its height while a search begins, so that nothing jumps.
    list.style.setProperty('--an-rows', String(search.on ? search.lines : 0));
    element.classList.toggle('an-off', !search.on);
    const focused = document.activeElement instanceof HTMLElement && list.contains(document.activeElement) ? document.activeElement.dataset.at : undefined;
    list.replaceChildren(...lines.map((line, rank) => row(session, line, rank)));
    if (focused) list.querySelector(`[data-at="${focused}"]`)?.dispatchEvent(new Event('an-focus'));
  };

  session.on('lines facts node', oncePerFrame(render));
  render();
  return element;
}

/**
 * @param {Session} session
 * @param {Line} line
 * @param {number} rank
 */
function row(session, line, rank) {
  const side = session.tree.turn();
  const number = session.tree.number();
  const moves = line.moves.slice(0, SHOWN).map((move, i) => {
    const color = i % 2 ? opponent(side) : side;
    const preview = () => session.show('preview', {stones: stones(line.moves.slice(0, i + 1), side), ghost: true});
    const button = el(
      'button',
      {
        type: 'button',
        class: `an-move an-${color}`,
        tabindex: i ? -1 : 0,
        'data-at': `${rank}.${i}`,
        title: t('analyze.playTo', {n: number + i + 1, move}),
        onclick: () => {
          session.show('preview', null);
          const {tree} = session;
          tree.goto(tree.addLine(tree.current, line.moves.slice(0, i + 1)));
        },
        onpointerenter: (/** @type {PointerEvent} */ e) => e.pointerType === 'mouse' && preview(),
        onpointerleave: () => session.show('preview', null),
        onfocus: () => button.matches(':focus-visible') && preview(),
        onblur: () => session.show('preview', null),
        onkeydown: (/** @type {KeyboardEvent} */ e) => walk(e, button),
      },
      move,
    );
    button.addEventListener('an-focus', () => button.focus());
    return button;
  });
  return el(
    'li',
    null,
    el('span', {class: `an-rank an-rank-${rank + 1}`, 'aria-hidden': 'true'}, String(rank + 1)),
    el('span', {class: `an-value${line.mate ? (line.mate > 0 ? ' an-won' : ' an-lost') : ''}`, title: inWords(line, side)}, short(line)),
    el('span', {class: 'an-line'}, ...moves),
  );
}

/**
 * Goes along a line by the arrow keys.
 * @param {KeyboardEvent} e
 * @param {HTMLElement} button
 */
function walk(e, button) {
  const to = e.key === 'ArrowRight' ? button.nextElementSibling : e.key === 'ArrowLeft' ? button.previousElementSibling : null;
  if (!(to instanceof HTMLElement)) return;
  e.preventDefault();
  e.stopPropagation();
  to.focus();
}

/**
 * @param {string[]} moves
 * @param {import('../points.js').Color} side who makes the first
 */
export function stones(moves, side) {
  return moves.map((point, i) => ({point, color: i % 2 ? opponent(side) : side}));
}

/**
 * @param {Session} session
 * @param {Search} search
 */
function statusText(session, search) {
  const known = session.about();
  if (known.error) return '';
  if (session.over) return t('analyze.gameOver');
  const {evaluation} = known;
  switch (search.state) {
    case 'off':
      return t('analyze.engineOff');
    case 'error':
      return t('analyze.searchFailed', {message: search.message});
    case 'waiting':
      return t('analyze.waiting');
    case 'running':
      if (!evaluation) return t('analyze.starting');
  }
  if (!evaluation) return '';
  if (evaluation.stop === 'book') return t('analyze.fromBook');
  if (evaluation.stop === 'only move') return t('analyze.onlyMove');
  if (evaluation.stop === 'solved') return t('analyze.solved');
  return t('analyze.depth', {depth: evaluation.depth, speed: compact(evaluation.speed)});
}

/** @param {Session} session */
function statusTitle(session) {
  const {evaluation} = session.about();
  if (!evaluation) return '';
  return t('analyze.depthTitle', {depth: evaluation.depth, selDepth: evaluation.selDepth, nodes: compact(evaluation.nodes)});
}

/**
 * A count in a few characters: 950, 12 k, 3.4 M.
 * @param {number} n
 */
export function compact(n) {
  if (n < 1000) return String(Math.round(n));
  if (n < 1e6) return `${Math.round(n / 1000)} k`;
  return `${(n / 1e6).toFixed(n < 1e7 ? 1 : 0)} M`;
}
