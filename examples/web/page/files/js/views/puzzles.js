// @ts-check
// Puzzles: find the win, against the engine's best defense.

import {Board} from '../board.js';
import {engine} from '../engine/engine.js';
import {register, t} from '../i18n.js';
import {Attempt, HINTS} from '../puzzles/attempt.js';
import * as progress from '../puzzles/progress.js';
import {DIFFICULTIES, daily, dayOf, pick, readSet} from '../puzzles/set.js';
import {get, set, settings} from '../settings.js';
import {encode} from '../share.js';
import {stoneSound} from '../sound.js';
import {announce, el, toast} from '../ui.js';
import words from '../words/puzzles.js';

register('puzzles', words);

/** @typedef {import('../puzzles/set.js').Puzzle} Puzzle */

/** How long a move of the solution stands before the next one comes. */
const STEP = 900;

/** @type {Promise<Puzzle[]>|undefined} */
let loading;

/** All puzzles; the file is fetched once. */
function load() {
  loading ??= fetch('puzzles.json')
    .then((response) => {
      if (!response.ok) throw new Error(`puzzles.json: ${response.status}`);
      return response.json();
    })
    .then(readSet);
  loading.catch(() => (loading = undefined)); // the next visit tries again
  return loading;
}

/**
 * @param {HTMLElement} root
 * @param {string[]} params the id of a puzzle, or "daily", or nothing
 */
export async function mount(root, params) {
  root.replaceChildren(el('p', {class: 'notice'}, t('puzzles.loading')));
  try {
    return new PuzzleView(root, await load(), params);
  } catch (error) {
    root.replaceChildren(el('p', {class: 'notice', role: 'alert'}, t('puzzles.failed', {why: String(error instanceof Error ? error.message : error)})));
    return {};
  }
}

class PuzzleView {
  /** @param {HTMLElement} root @param {Puzzle[]} puzzles @param {string[]} params */
  constructor(root, puzzles, params) {
    this.puzzles = puzzles;
    this.today = dayOf(new Date());
    this.daily = daily(puzzles, this.today);
    const wish = get('puzzles.difficulty', 0);
    this.difficulty = Number.isInteger(wish) && wish >= 0 && wish <= DIFFICULTIES ? wish : 0;
    /** The move that was announced last, and the words after it. */
    this.says = '';
    this.told = '';
    this.boardBox = el('div', {class: 'board-box'});
    this.turn = el('div', {class: 'player active'});
    this.title = el('h1', null);
    this.facts = el('p', {class: 'puzzle-facts'});
    this.status = el('p', {class: 'status', id: 'status'});
    const button = (/** @type {string} */ word, /** @type {string} */ key, /** @type {() => void} */ run, kind = '') =>
      el('button', {type: 'button', class: kind, title: t('puzzles.key', {key}), 'aria-keyshortcuts': key, onclick: run}, t(`puzzles.${word}`));
    this.hintButton = button('hint', 'h', () => this.hint());
    this.showButton = button('show', 's', () => this.show());
    this.retryButton = button('retry', 'r', () => this.retry(), 'primary');
    this.backButton = button('back', '←', () => this.step(-1));
    this.forwardButton = button('forward', '→', () => this.step(1));
    this.nextButton = button('next', 'n', () => this.next());
    this.analyzeLink = el('a', {class: 'button'}, t('puzzles.analyze'));
    this.dailyLink = el('a', {class: 'button', href: '#puzzles/daily'});
    this.filter = el('select', {onchange: () => this.filtered()});
    this.meter = el('progress', {max: 1, value: 0});
    this.solvedText = el('span', null);
    this.meter.setAttribute('aria-label', t('puzzles.title'));
    this.streaks = el('dl', {class: 'puzzle-streaks'});
    root.replaceChildren(
      el(
        'div',
        {class: 'table'},
        el('div', {class: 'table-board'}, this.turn, this.boardBox),
        el(
          'aside',
          {class: 'panel puzzle-panel'},
          el('div', {class: 'puzzle-head'}, this.title, this.facts),
          this.status,
          el('div', {class: 'buttons'}, this.retryButton, this.hintButton, this.showButton, this.backButton, this.forwardButton, this.nextButton, this.analyzeLink),
          el('label', {class: 'field'}, el('span', null, t('puzzles.difficulty')), this.filter),
          el('div', {class: 'puzzle-progress'}, this.meter, this.solvedText),
          this.streaks,
          this.dailyLink,
        ),
      ),
    );
    this.board = new Board(this.boardBox);
    this.board.addEventListener('point', (event) => this.pointed(/** @type {CustomEvent} */ (event).detail.point));
    this.redraw = () => this.render();
    settings.addEventListener('change', this.redraw);
    this.keys = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener('keydown', this.keys);
    this.params(params);
  }

  unmount() {
    this.attempt?.close();
    clearInterval(this.playing);
    settings.removeEventListener('change', this.redraw);
    document.removeEventListener('keydown', this.keys);
  }

  /** @param {string[]} params */
  params([id]) {
    if (id && id !== 'daily') {
      const puzzle = this.puzzles.find((p) => p.id === id);
      if (puzzle) return this.begin(puzzle);
    }
    // Who comes without a wish gets the puzzle of the day, and another one after it.
    if (id || !progress.isSolved(this.daily.id)) this.begin(this.daily);
    else this.next();
  }

  /** @param {Puzzle} puzzle */
  begin(puzzle) {
    this.attempt?.close();
    clearInterval(this.playing);
    const attempt = new Attempt(puzzle, engine);
    this.attempt = attempt;
    this.before = progress.isSolved(puzzle.id);
    this.noted = false;
    const isDaily = puzzle === this.daily;
    // The address names the puzzle, so that it can be shared; it is no step of its own for the browser's way back.
    history.replaceState(null, '', `#puzzles/${puzzle.id}`);
    attempt.addEventListener('change', () => this.changed());
    attempt.addEventListener('help', () => progress.tried(puzzle.id));
    attempt.addEventListener('move', (event) => {
      const {point, by} = /** @type {CustomEvent} */ (event).detail;
      stoneSound();
      this.says = attempt.phase === 'shown' ? point : t(by === 'you' ? 'puzzles.youPlayed' : 'puzzles.enginePlayed', {point});
      announce(this.says);
    });
    this.told = '';
    this.title.textContent = t(isDaily ? 'puzzles.titleDaily' : 'puzzles.title');
    const {difficulty} = puzzle;
    this.facts.replaceChildren(
      el('span', {class: 'stars', role: 'img', 'aria-label': t('puzzles.stars', {n: difficulty, all: DIFFICULTIES})}, '★'.repeat(difficulty), el('span', {class: 'stars-off'}, '★'.repeat(DIFFICULTIES - difficulty))),
      el('span', null, t(`puzzles.difficulty-${difficulty}`)),
      el('span', {class: 'note'}, t(`app.rule-${puzzle.rule}`)),
    );
    this.changed();
  }

  // ---- what the person does ----

  /** @param {string} point */
  pointed(point) {
    const {attempt} = this;
    if (!attempt || attempt.phase !== 'yours') return;
    const foul = attempt.foul(point);
    if (foul) toast(t(`board.${foul.replaceAll(' ', '-')}`), {kind: 'error'});
    else void attempt.play(point);
  }

  hint() {
    this.attempt?.hint();
  }

  retry() {
    clearInterval(this.playing);
    this.attempt?.retry();
  }

  /** Plays the solution, a move at a time, until somebody steps by hand. */
  show() {
    const {attempt} = this;
    if (!attempt || attempt.phase === 'shown' || attempt.phase === 'solved') return;
    attempt.show();
    clearInterval(this.playing);
    this.playing = setInterval(() => {
      if (!attempt.step(1)) clearInterval(this.playing);
    }, STEP);
  }

  /** @param {1|-1} by */
  step(by) {
    clearInterval(this.playing);
    this.attempt?.step(by);
  }

  next() {
    const puzzle = pick(this.puzzles, {difficulty: this.difficulty, done: progress.isSolved, not: this.attempt?.puzzle.id});
    if (puzzle) this.begin(puzzle);
    else toast(t('puzzles.none'));
  }

  filtered() {
    this.difficulty = Number(this.filter.value);
    set('puzzles.difficulty', this.difficulty);
    if (this.difficulty && this.attempt?.puzzle.difficulty !== this.difficulty) this.next();
    else this.render();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.target instanceof HTMLElement && event.target.closest('input, select, textarea, dialog')) return;
    if (event.altKey || event.metaKey || event.ctrlKey) return;
    if (event.key === 'h') this.hint();
    else if (event.key === 's') this.show();
    else if (event.key === 'r') this.retry();
    else if (event.key === 'n') this.next();
    else if (event.key === 'd') this.begin(this.daily);
    else if (event.key === 'ArrowLeft' && this.attempt?.phase === 'shown') this.step(-1);
    else if (event.key === 'ArrowRight' && this.attempt?.phase === 'shown') this.step(1);
    else return;
    event.preventDefault();
  }

  // ---- what is seen ----

  changed() {
    const {attempt} = this;
    if (!attempt) return;
    if (attempt.phase === 'solved' && !this.noted) {
      this.noted = true;
      progress.solved(attempt.puzzle.id, {clean: attempt.clean, ...(attempt.puzzle === this.daily ? {day: this.today} : {})});
    }
    this.render();
  }

  render() {
    const {attempt} = this;
    if (!attempt) return;
    const {phase, tree, described} = attempt;
    const first = tree.number(attempt.start);
    const yours = phase === 'yours';
    this.board.show({
      size: tree.start.size,
      stones: tree.stones().map((s) => ({...s, number: s.number && s.number > first ? s.number - first : undefined})),
      last: described?.last ?? tree.current.move,
      row: described?.row,
      forbidden: yours ? described?.forbidden : undefined,
      marks: this.marks(),
      turn: tree.turn(),
      clickable: yours,
      coordinates: get('coordinates', true),
      numbers: tree.current !== attempt.start,
    });
    this.turn.replaceChildren(el('span', {class: `dot dot-${attempt.side}`}), el('span', {class: 'player-name'}, t(`puzzles.toMove-${attempt.side}`)));
    const text = this.text();
    this.status.className = `status puzzle-${phase}`;
    if (this.status.textContent !== text) this.status.textContent = text;
    // The move that has just been announced would be lost if the next words replaced it at once.
    if (text !== this.told && phase !== 'checking' && phase !== 'shown') {
      announce(phase === 'solved' ? `${this.says}. ${text}` : text);
      this.told = text;
    }
    this.renderButtons();
    this.renderProgress();
  }

  /** @returns {import('../board.js').BoardMark[]} */
  marks() {
    const {attempt} = this;
    if (!attempt) return [];
    if (attempt.phase === 'wrong' && attempt.wrong) return [{point: attempt.wrong.point, kind: 'bad', title: t('puzzles.wrongMark')}];
    if (attempt.phase !== 'yours') return [];
    if (attempt.hints >= HINTS) return [{point: attempt.line[0], kind: 'good', title: t('puzzles.hintMove')}];
    if (attempt.hints === HINTS - 1) return attempt.candidates().map((point) => ({point, kind: 'candidate', title: t('puzzles.hintPoint')}));
    return [];
  }

  /** What is to be said now. */
  text() {
    const {attempt} = this;
    if (!attempt) return '';
    const {phase, wrong, line, puzzle} = attempt;
    switch (phase) {
      case 'checking':
        return t('puzzles.checking');
      case 'wrong':
        if (!wrong) return '';
        return t(`puzzles.${wrong.sure ? (wrong.reply ? 'wrongReply' : 'wrong') : wrong.reply ? 'unsure' : 'unchecked'}`, {point: wrong.point, reply: wrong.reply});
      case 'solved':
        return t(attempt.clean ? 'puzzles.solvedClean' : 'puzzles.solved');
      case 'shown': {
        const {tree} = attempt;
        const n = tree.number() - tree.number(attempt.won);
        return t('puzzles.shown', {n, all: line.length});
      }
    }
    const moves = attempt.movesToWin;
    const [hint, points, move] = [
      moves === 1 ? t('puzzles.hint-one') : t(`puzzles.hint-${puzzle.kind}`, {n: moves}),
      attempt.hints > 1 ? t('puzzles.hint-points', {points: attempt.candidates().join(', ')}) : '',
      t('puzzles.hint-move', {point: line[0]}),
    ];
    if (attempt.hints) return [hint, points, move][attempt.hints - 1];
    if (attempt.won !== attempt.start) return t('puzzles.goOn', {point: attempt.won.move ?? ''});
    return `${t(`puzzles.find-${attempt.side}`)}${this.before ? ` ${t('puzzles.before')}` : ''}`;
  }

  /** The buttons stay the same elements, so that none loses the focus. */
  renderButtons() {
    const {attempt} = this;
    if (!attempt) return;
    const {phase, hints} = attempt;
    const over = phase === 'solved' || phase === 'shown';
    this.retryButton.hidden = phase !== 'wrong' && phase !== 'shown';
    this.retryButton.className = phase === 'wrong' ? 'primary' : '';
    this.hintButton.hidden = over || phase === 'wrong';
    this.hintButton.disabled = phase !== 'yours' || hints >= HINTS;
    this.hintButton.textContent = t(hints ? 'puzzles.another' : 'puzzles.hint');
    this.showButton.hidden = over;
    this.backButton.hidden = this.forwardButton.hidden = phase !== 'shown';
    this.nextButton.className = over ? 'primary' : '';
    this.analyzeLink.hidden = !over && phase !== 'wrong';
    this.analyzeLink.setAttribute('href', `#analyze/${encode(attempt.tree)}`);
    this.dailyLink.hidden = attempt.puzzle === this.daily;
    this.dailyLink.textContent = t(progress.isSolved(this.daily.id) ? 'puzzles.dailyDone' : 'puzzles.daily');
  }

  renderProgress() {
    const count = (/** @type {number} */ d) => {
      const fit = this.puzzles.filter((p) => !d || p.difficulty === d);
      return {n: fit.filter((p) => progress.isSolved(p.id)).length, all: fit.length};
    };
    const counts = Array.from({length: DIFFICULTIES + 1}, (_, d) => count(d));
    const {streak, days} = {streak: progress.streak(), days: progress.days(this.today)};
    const key = JSON.stringify([counts, streak, days, this.difficulty]);
    if (this.filter.dataset.key === key) return;
    this.filter.dataset.key = key;
    this.filter.replaceChildren(...counts.map((c, d) => el('option', {value: d}, t('puzzles.choice', {name: t(`puzzles.difficulty-${d}`), ...c}))));
    this.filter.value = String(this.difficulty);
    const {n, all} = counts[this.difficulty];
    this.meter.value = all ? n / all : 0;
    this.solvedText.textContent = t('puzzles.progress', {n, all});
    const row = (/** @type {string} */ word, /** @type {import('../puzzles/progress.js').Run} */ r) =>
      el('div', null, el('dt', null, t(`puzzles.${word}`)), el('dd', null, el('b', null, r.now), ' ', el('span', {class: 'note'}, t('puzzles.best', {n: r.best}))));
    this.streaks.replaceChildren(row('streak', streak), row('days', days));
  }
}
