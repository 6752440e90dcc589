// @ts-check
// Threats of either side on demand, and the search for a forced win, whose proof is played on the board.

import {EngineError, engine} from '../engine/engine.js';
import {t} from '../i18n.js';
import {opponent} from '../points.js';
import {announce, el} from '../ui.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./session.js').Overlay} Overlay */
/** @typedef {import('./search.js').Search} Search */
/** @typedef {import('./playback.js').Playback} Playback */
/** @typedef {import('../points.js').Color} Color */

/** How long a win is searched for, by kind. @type {Record<string, number>} */
const PROVE_MILLIS = {vcf: 10_000, vct: 30_000};

/** What stands in the mark of a threat. @type {Record<string, string>} */
const SHORT = {five: '5', 'open four': '4°', four: '4', 'open three': '3°'};

/**
 * @param {Session} session
 * @param {Search} search
 * @param {Playback} playback
 */
export function winsPanel(session, search, playback) {
  const threats = {black: new SideThreats(session, search, playback, 'black'), white: new SideThreats(session, search, playback, 'white')};
  const prover = new Prover(session, search, playback);
  const element = el(
    'div',
    {class: 'an-wins'},
    el('h2', null, t('analyze.threats')),
    el('p', {class: 'an-hint'}, t('analyze.threatsHint')),
    el('div', {class: 'an-buttons'}, threats.black.button, threats.white.button),
    threats.black.output,
    threats.white.output,
    el('h2', null, t('analyze.prove')),
    el('p', {class: 'an-hint'}, t('analyze.proveHint')),
    prover.element,
  );
  return {element, toggleThreats: (/** @type {Color} */ side) => threats[side].toggle(), prove: () => prover.start('vct')};
}

/** The threats of one side: a button, and what it found. */
class SideThreats {
  /**
   * @param {Session} session
   * @param {Search} search
   * @param {Playback} playback
   * @param {Color} side
   */
  constructor(session, search, playback, side) {
    this.session = session;
    this.search = search;
    this.playback = playback;
    this.side = side;
    this.on = false;
    this.output = el('div', {class: 'an-output', role: 'status'});
    this.button = el('button', {type: 'button', class: `an-toggle an-${side}`, 'aria-pressed': 'false', onclick: () => this.toggle()}, t(`analyze.threats-${side}`));
    session.on('facts', () => this.on && this.find());
    session.on('node', () => this.output.replaceChildren());
  }

  toggle() {
    this.on = !this.on;
    this.button.setAttribute('aria-pressed', String(this.on));
    if (this.on) return this.find();
    this.output.replaceChildren();
    this.session.show(`threats-${this.side}`, null);
  }

  async find() {
    const {session, side} = this;
    const {signal, node} = session;
    if (session.over) return this.output.replaceChildren(t('analyze.gameOver'));
    const release = this.search.hold(); // the engine may run one search at a time
    try {
      const e = await engine.run({op: 'threats', ...session.tree.request(), side}, {signal});
      if (signal.aborted || node !== session.node || !this.on) return;
      this.show(e.points ?? [], e.win ?? []);
    } catch (e) {
      if (!signal.aborted && this.on) this.output.replaceChildren(e instanceof EngineError ? e.message : String(e));
    } finally {
      release();
    }
  }

  /**
   * @param {{point: string, shape: string}[]} points
   * @param {string[]} win
   */
  show(points, win) {
    const {session, side} = this;
    const name = (/** @type {string} */ shape) => t(`analyze.shape-${shape.replace(' ', '-')}`);
    session.show(`threats-${side}`, {
      marks: points.map(({point, shape}) => ({point, kind: 'threat', color: side, text: SHORT[shape] ?? '', title: t('analyze.threatAt', {color: t(`analyze.${side}`), shape: name(shape)})})),
    });
    const shapes = [...new Set(points.map((p) => p.shape))];
    const rows = shapes.map((shape) => el('li', null, el('b', null, name(shape)), ' ', points.filter((p) => p.shape === shape).map((p) => p.point).join(', ')));
    const title = t(`analyze.threats-${side}`);
    this.output.replaceChildren(
      el('b', null, title),
      rows.length ? el('ul', null, ...rows) : el('p', null, t('analyze.noThreats')),
      win.length ? winLine(this.playback, win, side, t(side === session.tree.turn() ? 'analyze.winsNow' : 'analyze.winsIfTurn', {color: t(`analyze.${side}`)})) : '',
    );
  }
}

/**
 * A win in words, with a button that plays it.
 * @param {Playback} playback
 * @param {string[]} moves
 * @param {Color} side
 * @param {string} title
 */
export function winLine(playback, moves, side, title) {
  return el(
    'div',
    {class: 'an-win'},
    el('span', null, title, ' ', el('span', {class: 'an-line'}, shortLine(moves))),
    el('button', {type: 'button', class: 'an-small', onclick: () => playback.show({title, moves, side})}, t('analyze.playOnBoard')),
  );
}

/** Moves of a line that are shown as a text. */
const SHOWN = 12;

/** @param {string[]} moves */
export function shortLine(moves) {
  return moves.slice(0, SHOWN).join(' ') + (moves.length > SHOWN ? ' …' : '');
}

/** Searches for a win by force. */
class Prover {
  /**
   * @param {Session} session
   * @param {Search} search
   * @param {Playback} playback
   */
  constructor(session, search, playback) {
    this.session = session;
    this.search = search;
    this.playback = playback;
    this.run = new AbortController();
    this.side = el('select', {'aria-label': t('analyze.proveSide')}, el('option', {value: 'turn'}, t('analyze.proveTurn')), el('option', {value: 'other'}, t('analyze.proveOther')));
    const button = (/** @type {"vcf"|"vct"} */ kind) => el('button', {type: 'button', title: t(`analyze.${kind}-title`), onclick: () => this.start(kind)}, t(`analyze.${kind}`));
    this.buttons = [button('vcf'), button('vct')];
    this.cancel = el('button', {type: 'button', hidden: true, onclick: () => this.run.abort()}, t('analyze.cancel'));
    this.output = el('div', {class: 'an-output', role: 'status'});
    this.element = el('div', null, el('div', {class: 'an-buttons'}, ...this.buttons, this.side, this.cancel), this.output);
    session.on('node', () => {
      this.run.abort();
      this.output.replaceChildren();
    });
  }

  /** @param {"vcf"|"vct"} kind */
  async start(kind) {
    const {session} = this;
    this.run.abort();
    this.playback.close();
    if (session.over) return this.output.replaceChildren(t('analyze.gameOver'));
    const run = (this.run = new AbortController());
    const turn = session.tree.turn();
    const side = this.side.value === 'turn' ? turn : opponent(turn);
    const color = t(`analyze.${side}`);
    const release = this.search.hold();
    this.cancel.hidden = false;
    this.output.replaceChildren(el('progress', null), ' ', t('analyze.proving', {color, kind: t(`analyze.${kind}`)}));
    try {
      const e = await engine.run({op: 'prove', ...session.tree.request(), kind, side, limits: {millis: PROVE_MILLIS[kind]}}, {signal: run.signal});
      if (run.signal.aborted) return;
      this.answer(e, kind, side);
    } catch (e) {
      if (run !== this.run) return;
      this.output.replaceChildren(run.signal.aborted ? t('analyze.canceled') : e instanceof EngineError ? e.message : String(e));
    } finally {
      if (run === this.run) this.cancel.hidden = true;
      release();
    }
  }

  /**
   * @param {any} e
   * @param {"vcf"|"vct"} kind
   * @param {Color} side
   */
  answer(e, kind, side) {
    const color = t(`analyze.${side}`);
    if (!e.found) {
      const text = t(e.exhausted ? 'analyze.noWin' : 'analyze.winNotFound', {color, kind: t(`analyze.${kind}`)});
      this.output.replaceChildren(text);
      return;
    }
    const found = e.kind === 'vcf' ? 'vcf' : 'vct';
    const title = t(side === this.session.tree.turn() ? `analyze.proved-${found}` : `analyze.threatens-${found}`, {color, n: Math.ceil(e.moves.length / 2)});
    this.output.replaceChildren(winLine(this.playback, e.moves, side, title));
    announce(title.replace(/[:：]$/, ''));
    this.playback.show({title, moves: e.moves, side});
  }
}
