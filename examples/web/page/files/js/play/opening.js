// @ts-check
// What one may do in an opening protocol: buttons, and points that are chosen on the board.

import {register, t} from '../i18n.js';
import {el} from '../ui.js';
import words from '../words/opening.js';

register('opening', words);

/** @typedef {import('../points.js').Color} Color */
/** @typedef {import('../board.js').BoardStone} BoardStone */
/** @typedef {import('../board.js').BoardMark} BoardMark */

/** @typedef {{kind: string, points?: number, minFifths?: number, maxFifths?: number, candidates?: string[]}} Choice */
/** @typedef {{kind: string, points?: string[], fifths?: number}} Action */

/** The turn of a person in an opening: what is allowed, and what has been chosen so far. */
export class OpeningTurn {
  /** @param {(action: Action) => void} act carries an action out */
  constructor(act) {
    this.act = act;
    /** @type {Choice[]} */
    this.choices = [];
    /** @type {BoardStone[]} */
    this.stones = [];
    /** @type {string[]} */
    this.chosen = [];
  }

  /**
   * Says what is allowed and what is on the board.
   * @param {Choice[]} choices
   * @param {BoardStone[]} stones
   */
  update(choices, stones) {
    this.choices = choices;
    this.stones = stones;
  }

  /** Forgets the chosen points. */
  clear() {
    this.chosen = [];
  }

  /** The color of the next stone. @returns {Color} */
  get turn() {
    return (this.stones.length + this.chosen.length) % 2 ? 'white' : 'black';
  }

  /** Chooses a point, or takes the choice back. @param {string} point */
  choose(point) {
    const pick = this.choices.find((c) => c.kind === 'choose');
    if (pick) {
      if (pick.candidates?.includes(point)) this.act({kind: 'choose', points: [point]});
      return;
    }
    const most = Math.max(0, ...this.choices.map((c) => (c.kind === 'put' || c.kind === 'offer' ? (c.points ?? 0) : 0)));
    if (this.chosen.includes(point)) this.chosen = this.chosen.filter((p) => p !== point);
    else if (this.chosen.length < most && !this.stones.some((s) => s.point === point)) this.chosen = [...this.chosen, point];
  }

  /**
   * What the board shows: stones that are chosen, or marks where candidates are offered.
   * @returns {{stones: BoardStone[], marks: BoardMark[]}}
   */
  shown() {
    /** @type {BoardMark[]} */
    const marks = this.choices.flatMap((c) => (c.candidates ?? []).map((point) => ({point, kind: /** @type {const} */ ('candidate'), title: t('opening.candidate')})));
    if (this.choices.some((c) => c.kind === 'offer')) {
      marks.push(...this.chosen.map((point, i) => ({point, kind: /** @type {const} */ ('label'), text: String(i + 1)})));
      return {stones: this.stones, marks};
    }
    const color = (/** @type {number} */ i) => /** @type {Color} */ ((this.stones.length + i) % 2 ? 'white' : 'black');
    return {stones: [...this.stones, ...this.chosen.map((point, i) => ({point, color: color(i)}))], marks};
  }

  /**
   * A button for each action that is allowed.
   * @returns {HTMLElement[]}
   */
  buttons() {
    const button = (/** @type {string} */ word, /** @type {Action} */ action, /** @type {Record<string, any>} */ props = {}, /** @type {Record<string, number>} */ params = {}) =>
      el('button', {type: 'button', ...props, onclick: () => this.act(action)}, t(`opening.do-${word}`, params));
    return this.choices.flatMap((c) => {
      switch (c.kind) {
        case 'put':
        case 'offer': {
          const n = c.points ?? 0;
          const have = this.chosen.length;
          return [button(c.kind, {kind: c.kind, points: this.chosen}, {class: 'primary', disabled: have !== n}, {n, have})];
        }
        case 'choose':
          return [el('span', {class: 'note'}, t('opening.do-choose'))];
        case 'declare': {
          const low = c.minFifths ?? 1;
          return Array.from({length: (c.maxFifths ?? low) - low + 1}, (_, i) => button('declare', {kind: 'declare', fifths: low + i}, {}, {n: low + i}));
        }
        default:
          return [button(c.kind.replace(' ', '-'), {kind: c.kind})];
      }
    });
  }
}
