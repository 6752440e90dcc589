// @ts-check
// The review of a game: every move is judged, with a bar of progress; then accuracies, turning points, and the move that lost.

import {EngineError, engine, reviewGame} from '../engine/engine.js';
import {t} from '../i18n.js';
import {PASS, opponent} from '../points.js';
import {get, set} from '../settings.js';
import {announce, el} from '../ui.js';
import {short} from './chances.js';
import {GLYPHS} from './moves.js';
import {shortLine, winLine} from './threats.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./search.js').Search} Search */
/** @typedef {import('./playback.js').Playback} Playback */
/** @typedef {import('../points.js').Color} Color */
/** @typedef {import('../tree.js').TreeNode} TreeNode */

/** @typedef {{score: number, mate?: number, winRate: number}} Eval */
/** @typedef {{kind: string, line: string[]}} Win */

/**
 * A move as package review judges it; values are those of the side that moved.
 * @typedef {object} Judged
 * @property {number} number
 * @property {Color} color
 * @property {string} point
 * @property {string} label
 * @property {Eval} before with the best move
 * @property {Eval} after with the move played
 * @property {number} loss
 * @property {string} best
 * @property {string[]} line
 * @property {string[]} [reply]
 * @property {Win} [missed]
 * @property {Win} [unstopped]
 * @property {Win} [allowed]
 */

/** @typedef {{moves: number, accuracy: number, labels: Record<string, number>|null}} Player */
/** @typedef {{complete: boolean, turningPoints: number[]|null, losingMove?: number, black: Player, white: Player}} Summary */

/** Nodes of a search by how deep the review is. @type {Record<string, number>} */
const NODES = {quick: 20_000, normal: 100_000, deep: 400_000};

/** Labels in the order of the summary. */
const COUNTED = ['best', 'good', 'inaccuracy', 'mistake', 'blunder', 'missed win', 'missed block', 'forced', 'foul'];

/** @param {string} label */
const labelName = (label) => t(`analyze.label-${label.replace(' ', '-')}`);

/** @param {string} label */
const labelClass = (label) => `an-label-${label.replace(' ', '-')}`;

/**
 * @param {Session} session
 * @param {Search} search
 * @param {Playback} playback
 */
export function reviewPanel(session, search, playback) {
  const reviewer = new Reviewer(session, search);
  const judgement = el('div', {class: 'an-judgement', role: 'status'});
  const render = () => judgement.replaceChildren(...judgementOf(session, playback));
  session.on('node judged', render);
  render();
  return {element: el('div', {class: 'an-review'}, judgement, reviewer.element), start: () => reviewer.start(), close: () => reviewer.run.abort()};
}

class Reviewer {
  /**
   * @param {Session} session
   * @param {Search} search
   */
  constructor(session, search) {
    this.session = session;
    this.search = search;
    this.run = new AbortController();
    this.run.abort();
    const depth = get('analyze.review', 'normal');
    this.depth = el(
      'select',
      {'aria-label': t('analyze.reviewDepth'), onchange: () => set('analyze.review', this.depth.value)},
      ...Object.keys(NODES).map((name) => el('option', {value: name, selected: name === depth}, t(`analyze.review-${name}`))),
    );
    this.begin = el('button', {type: 'button', class: 'an-primary', onclick: () => this.start()}, t('analyze.reviewStart'));
    this.cancel = el('button', {type: 'button', hidden: true, onclick: () => this.run.abort()}, t('analyze.cancel'));
    this.progress = el('progress', {max: 1, value: 0, hidden: true, 'aria-label': t('analyze.reviewProgress')});
    this.status = el('p', {class: 'an-hint', role: 'status'}, t('analyze.reviewHint'));
    this.result = el('div', {class: 'an-summary'});
    this.element = el('div', {class: 'an-stack'}, el('div', {class: 'an-buttons'}, this.begin, this.depth, this.cancel), this.progress, this.status, this.result);
    session.on('load', () => {
      this.run.abort();
      this.result.replaceChildren();
      this.status.textContent = t('analyze.reviewHint');
    });
  }

  async start() {
    const {session} = this;
    const {tree} = session;
    this.run.abort();
    const nodes = reviewed(session);
    if (!nodes.length) {
      this.status.textContent = t('analyze.reviewEmpty');
      return;
    }
    const run = (this.run = new AbortController());
    const game = tree.game(nodes[nodes.length - 1]);
    for (const node of nodes) delete session.about(node).judged;
    session.tell('judged');
    const release = this.search.hold();
    this.busy(true);
    this.result.replaceChildren();
    this.say(0, nodes.length);
    /** @type {Judged[]} */
    const judged = [];
    const onEvent = (/** @type {any} */ e) => {
      if (e.type !== 'judged' || run.signal.aborted) return;
      judged.push(e.move);
      session.about(nodes[e.move.number - 1]).judged = e.move;
      this.say(judged.length, nodes.length);
      session.tell('judged');
    };
    try {
      const limits = {nodes: NODES[this.depth.value] ?? NODES.normal};
      const e = await reviewGame(engine, game, {limits, signal: run.signal, onEvent});
      this.finish(e.review, nodes);
      announce(t('analyze.reviewDone'));
    } catch (e) {
      if (run !== this.run) return;
      if (!run.signal.aborted) this.status.textContent = e instanceof EngineError ? e.message : String(e);
      else await this.partial(game, judged, nodes);
    } finally {
      if (run === this.run) this.busy(false);
      release();
    }
  }

  /** @param {boolean} busy */
  busy(busy) {
    this.begin.hidden = busy;
    this.depth.hidden = busy;
    this.cancel.hidden = !busy;
    this.progress.hidden = !busy;
  }

  /**
   * @param {number} done
   * @param {number} all
   */
  say(done, all) {
    this.progress.max = all;
    this.progress.value = done;
    this.status.textContent = t('analyze.reviewing', {n: Math.min(done + 1, all), all});
  }

  /**
   * A review that was canceled says what it has.
   * @param {import('../tree.js').GameJSON} game
   * @param {Judged[]} judged
   * @param {TreeNode[]} nodes
   */
  async partial(game, judged, nodes) {
    this.status.textContent = t('analyze.canceled');
    if (!judged.length) return;
    try {
      const e = await engine.quick({op: 'summarize', game, moves: firstOnes(judged)});
      this.finish(e.review, nodes);
      this.status.textContent = t('analyze.reviewPartly', {n: judged.length, all: nodes.length});
    } catch {
      // The marks of the moves stay.
    }
  }

  /**
   * @param {Summary} summary
   * @param {TreeNode[]} nodes
   */
  finish(summary, nodes) {
    this.status.textContent = '';
    const {session} = this;
    const go = (/** @type {number} */ number) => {
      const node = nodes[number - 1];
      const m = session.about(node).judged;
      return el(
        'button',
        {type: 'button', class: 'an-turning', onclick: () => session.tree.goto(node)},
        el('span', {class: `an-stone an-${m?.color}`}),
        t('analyze.moveAt', {n: number, move: node.move ?? ''}),
        el('span', {class: `an-glyph ${labelClass(m?.label ?? '')}`}, GLYPHS[m?.label ?? ''] ?? ''),
        m ? el('span', {class: 'an-fell'}, `${short(value(m.before))} → ${short(value(m.after))}`) : '',
      );
    };
    const losing = summary.losingMove ? nodes[summary.losingMove - 1] : undefined;
    const turning = summary.turningPoints ?? [];
    this.result.replaceChildren(
      el('div', {class: 'an-players'}, player('black', summary.black), player('white', summary.white)),
      losing ? el('p', null, t(`analyze.lost-${session.about(losing).judged?.color ?? 'black'}`), ' ', go(summary.losingMove ?? 0)) : '',
      turning.length ? el('h2', null, t('analyze.turningPoints')) : '',
      el('ul', {class: 'an-turnings'}, ...turning.map((n) => el('li', null, go(n)))),
    );
    session.tell('judged');
  }
}

/**
 * The nodes of the game that is looked at: from the start, or the last position that is set up, to its end.
 * @param {Session} session
 */
function reviewed(session) {
  const {tree} = session;
  const from = tree.path(tree.origin(session.node)).length;
  const nodes = tree.whole().slice(from);
  const end = nodes.findIndex((n) => n.setup);
  return end < 0 ? nodes : nodes.slice(0, end);
}

/**
 * The moves of a review that was canceled up to the first that is missing.
 * @param {Judged[]} judged
 */
function firstOnes(judged) {
  return judged.toSorted((a, b) => a.number - b.number).filter((m, i) => m.number === i + 1);
}

/**
 * How well a side played.
 * @param {Color} color
 * @param {Player} p
 */
function player(color, p) {
  return el(
    'div',
    {class: 'an-player'},
    el('div', {class: 'an-player-head'}, el('span', {class: `an-stone an-${color}`}), t(`analyze.${color}`)),
    el('div', {class: 'an-accuracy'}, el('b', null, p.moves ? p.accuracy.toFixed(1) : '–'), ' ', t('analyze.accuracy')),
    el(
      'ul',
      null,
      ...COUNTED.filter((label) => p.labels?.[label]).map((label) =>
        el('li', {class: labelClass(label)}, el('span', {class: 'an-count'}, String(p.labels?.[label])), ' ', labelName(label)),
      ),
    ),
  );
}

/** @param {Eval} e */
function value(e) {
  return {score: e.score, chances: e.winRate, mate: e.mate};
}

/**
 * What the review says about the move that led to the current node.
 * @param {Session} session
 * @param {Playback} playback
 */
function judgementOf(session, playback) {
  const m = session.about().judged;
  if (!m) return [];
  const name = m.point === PASS ? t('analyze.pass') : m.point;
  const parts = [
    el(
      'p',
      {class: 'an-verdict'},
      el('span', {class: `an-stone an-${m.color}`}),
      t('analyze.moveAt', {n: m.number, move: name}),
      ' ',
      el('b', {class: labelClass(m.label)}, `${labelName(m.label)} ${GLYPHS[m.label] ?? ''}`),
      m.label === 'book' ? '' : el('span', {class: 'an-fell'}, `${short(value(m.before))} → ${short(value(m.after))}`),
    ),
  ];
  const parent = session.node.parent;
  if (m.best && m.best !== PASS && m.best !== m.point && m.loss > 0.005 && parent && m.missed?.line[0] !== m.best) {
    parts.push(
      el(
        'p',
        null,
        t('analyze.better'),
        ' ',
        el('span', {class: 'an-line'}, shortLine(m.line)),
        ' ',
        el('button', {type: 'button', class: 'an-small', onclick: () => tryLine(session, parent, m.line)}, t('analyze.tryLine')),
      ),
    );
  }
  const win = (/** @type {Win|undefined} */ w, /** @type {Color} */ side, /** @type {string} */ key, /** @type {TreeNode|null} */ at) => {
    if (!w || !at) return;
    const title = t(`analyze.${key}`, {color: t(`analyze.${side}`), win: t(`analyze.by-${w.kind}`)});
    parts.push(winLineAt(session, playback, w.line, side, title, at));
  };
  win(m.missed, m.color, 'missed', parent);
  win(m.unstopped, opponent(m.color), 'unstopped', session.node);
  win(m.allowed, opponent(m.color), 'allowed', session.node);
  return parts;
}

/**
 * Adds a line below a node and goes to its first move.
 * @param {Session} session
 * @param {TreeNode} parent
 * @param {string[]} line
 */
function tryLine({tree}, parent, line) {
  tree.addLine(parent, line);
  tree.goto(parent.children.find((child) => child.move === line[0]));
}

/**
 * A win that begins at a node, which is gone to before it is played.
 * @param {Session} session
 * @param {Playback} playback
 * @param {string[]} moves
 * @param {Color} side
 * @param {string} title
 * @param {TreeNode} at
 */
function winLineAt(session, playback, moves, side, title, at) {
  const line = winLine(playback, moves, side, title);
  line.querySelector('button')?.addEventListener(
    'click',
    () => {
      session.tree.goto(at);
    },
    {capture: true},
  );
  return line;
}

