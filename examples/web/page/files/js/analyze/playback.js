// @ts-check
// Plays a line on top of the position, step by step: a proof, or what was missed. The tree stays as it is until someone adds the line.

import {engine} from '../engine/engine.js';
import {t} from '../i18n.js';
import {announce, el} from '../ui.js';
import {icon} from './icons.js';
import {stones} from './lines.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('../points.js').Color} Color */
/** @typedef {import('../tree.js').TreeNode} TreeNode */

/** @typedef {{title: string, moves: string[], side: Color}} Shown a line, and who makes its first move */

const STEP_MILLIS = 900;

export class Playback {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    /** @type {Shown|null} */
    this.line = null;
    this.step = 0;
    /** @type {ReturnType<typeof setInterval>|undefined} */
    this.timer = undefined;
    /** @type {string[]} */
    this.row = [];
    this.title = el('span', {class: 'an-playback-title'});
    this.count = el('span', {class: 'an-playback-count'});
    const button = (/** @type {string} */ name, /** @type {string} */ text, /** @type {() => void} */ run) =>
      el('button', {type: 'button', class: 'an-icon', 'aria-label': text, title: text, onclick: run}, icon(name));
    this.run = button('play', t('analyze.playbackRun'), () => this.toggle());
    this.element = el(
      'section',
      {class: 'an-playback', 'aria-label': t('analyze.playback'), hidden: true},
      this.title,
      el(
        'span',
        {class: 'an-playback-buttons'},
        button('first', t('analyze.playbackFirst'), () => this.go(0)),
        button('back', t('analyze.playbackBack'), () => this.go(this.step - 1)),
        this.run,
        button('forward', t('analyze.playbackForward'), () => this.go(this.step + 1)),
        this.count,
        el('button', {type: 'button', class: 'an-small', onclick: () => this.keep()}, t('analyze.playbackKeep')),
        button('close', t('analyze.close'), () => this.close()),
      ),
    );
    session.on('node edit', () => this.close());
  }

  /**
   * Shows a line and begins to play it.
   * @param {Shown} line
   */
  show(line) {
    this.line = line;
    this.row = [];
    this.title.textContent = line.title.replace(/[:：]$/, '');
    this.element.hidden = false;
    this.go(1);
    this.start();
    this.findRow(line);
  }

  close() {
    this.pause();
    if (!this.line) return;
    this.line = null;
    this.element.hidden = true;
    this.session.show('playback', null);
  }

  /** @param {number} step how many moves are shown */
  go(step) {
    const {line} = this;
    if (!line) return;
    this.pause();
    this.step = Math.min(Math.max(step, 0), line.moves.length);
    this.draw();
    if (this.step > 0) {
      const {point, color} = stones(line.moves, line.side)[this.step - 1];
      announce(t('analyze.playbackAt', {n: this.step, color: t(`analyze.${color}`), move: point}));
    }
  }

  draw() {
    const {line, step} = this;
    if (!line) return;
    this.count.textContent = `${step}/${line.moves.length}`;
    this.session.show('playback', {stones: stones(line.moves.slice(0, step), line.side), row: step === line.moves.length ? this.row : []});
  }

  start() {
    this.pause();
    this.run.replaceChildren(icon('pause'));
    this.run.setAttribute('aria-label', t('analyze.playbackPause'));
    this.timer = setInterval(() => {
      if (!this.line || this.step >= this.line.moves.length) return this.pause();
      this.step++;
      this.draw();
    }, STEP_MILLIS);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.run.replaceChildren(icon('play'));
    this.run.setAttribute('aria-label', t('analyze.playbackRun'));
  }

  toggle() {
    if (this.timer) return this.pause();
    if (this.line && this.step >= this.line.moves.length) this.go(0);
    this.start();
  }

  /** Adds the line to the tree as a variation. */
  keep() {
    const {line, session} = this;
    if (!line) return;
    const {tree} = session;
    const passes = line.side === tree.turn() ? [] : ['-'];
    tree.goto(tree.addLine(tree.current, [...passes, ...line.moves]));
  }

  /** @param {Shown} line */
  async findRow(line) {
    const {session} = this;
    const {position, moves} = session.tree.request();
    const passes = line.side === session.tree.turn() ? [] : ['-'];
    try {
      const e = await engine.quick({op: 'describe', position, moves: [...moves, ...passes, ...line.moves]}, {signal: session.signal});
      if (line !== this.line) return;
      this.row = e.row ?? [];
      this.draw();
    } catch {
      // Without the row the line is shown all the same.
    }
  }
}
