// @ts-check
// Playing the machine: the board, the players with their clocks, and what one can do in a game.

import {Board} from '../board.js';
import {EngineError} from '../engine/engine.js';
import {register, t} from '../i18n.js';
import {clockText} from '../play/clock.js';
import {clockField, gameFields} from '../play/form.js';
import {PlayGame} from '../play/game.js';
import {OpeningTurn} from '../play/opening.js';
import {showMoves, showPlayer} from '../play/table.js';
import {opponent} from '../points.js';
import {RULES} from '../rules.js';
import {get, set, settings} from '../settings.js';
import {encode} from '../share.js';
import {stoneSound} from '../sound.js';
import {announce, dialog, el, select, toast} from '../ui.js';
import words from '../words/play.js';

register('play', words);

/** @typedef {import('../play/game.js').Settings} Settings */
/** @typedef {import('../points.js').Color} Color */

const LEVELS = 10;

/** @returns {Settings} the settings of the last game */
function lastSettings() {
  const s = get('play.settings', /** @type {any} */ ({}));
  return {
    rule: RULES.includes(s.rule) ? s.rule : 'freestyle',
    size: s.size >= 5 && s.size <= 22 ? s.size : 15,
    side: s.side === 'white' ? 'white' : 'black',
    level: s.level >= 1 && s.level <= LEVELS ? s.level : 3,
    seconds: s.seconds > 0 ? s.seconds : 0,
    clock: s.clock?.minutes > 0 ? s.clock : null,
    opening: typeof s.opening === 'string' ? s.opening : '',
    first: s.first !== false,
  };
}

/**
 * @param {HTMLElement} root
 */
export async function mount(root) {
  const view = new PlayView(root);
  await view.begin(lastSettings());
  return view;
}

class PlayView {
  /** @param {HTMLElement} root */
  constructor(root) {
    /** @type {Awaited<ReturnType<PlayGame['hint']>>} */
    this.hinted = null;
    this.openingTurn = new OpeningTurn((action) => void this.act(action));
    this.boardBox = el('div', {class: 'board-box'});
    this.top = el('div', {class: 'player'});
    this.bottom = el('div', {class: 'player'});
    this.status = el('p', {class: 'status', id: 'status'});
    this.choices = el('div', {class: 'choices'});
    this.buttons = el('div', {class: 'buttons'});
    this.moves = el('ol', {class: 'moves', 'aria-label': t('play.moves')});
    root.replaceChildren(
      el(
        'div',
        {class: 'table'},
        el('div', {class: 'table-board'}, this.top, this.boardBox, this.bottom),
        el('aside', {class: 'panel'}, el('h1', {class: 'panel-title'}, t('play.title')), this.status, this.choices, this.buttons, this.moves),
      ),
    );
    this.board = new Board(this.boardBox);
    this.board.addEventListener('point', (event) => this.pointed(/** @type {CustomEvent} */ (event).detail.point));
    this.redraw = () => this.render();
    settings.addEventListener('change', this.redraw);
    this.ticking = setInterval(() => this.renderClocks(), 200);
    this.keys = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener('keydown', this.keys);
  }

  unmount() {
    this.game?.close();
    clearInterval(this.ticking);
    settings.removeEventListener('change', this.redraw);
    document.removeEventListener('keydown', this.keys);
  }

  /** @param {Settings} wish */
  async begin(wish) {
    set('play.settings', wish);
    this.game?.close();
    const game = new PlayGame(wish);
    this.game = game;
    this.hinted = null;
    this.openingTurn.clear();
    game.addEventListener('change', () => this.render());
    game.addEventListener('end', () => countLosses(game), {once: true}); // a game that was taken back and lost again is one loss
    game.addEventListener('thought', () => this.renderStatus());
    game.addEventListener('refused', (event) => toast(t(`board.${/** @type {CustomEvent} */ (event).detail.foul.replaceAll(' ', '-')}`), {kind: 'error'}));
    game.addEventListener('opening', (event) => this.told(/** @type {CustomEvent} */ (event).detail.action));
    game.addEventListener('move', (event) => {
      const {point, by} = /** @type {CustomEvent} */ (event).detail;
      this.hinted = null;
      stoneSound();
      announce(t(by === 'you' ? 'play.youPlayed' : 'play.machinePlayed', {point}));
    });
    this.render();
    void game.start(); // the board is there before the engine is
  }

  // ---- what the person does ----

  /** @param {string} point */
  pointed(point) {
    const {game} = this;
    if (!game) return;
    if (!game.mayAct) {
      void game.play(point);
      return;
    }
    this.openingTurn.choose(point);
    this.render();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.target instanceof HTMLElement && event.target.closest('input, select, textarea, dialog')) return;
    if (event.altKey || event.metaKey) return;
    const undo = event.key === 'u' || (event.ctrlKey && event.key === 'z');
    if (event.ctrlKey && !undo) return;
    if (undo) void this.game?.undo();
    else if (event.key === 'h') void this.hint();
    else if (event.key === 'm') this.game?.moveNow();
    else if (event.key === 'n') void this.newGame();
    else return;
    event.preventDefault();
  }

  async hint() {
    const {game} = this;
    if (!game || game.phase !== 'yours') return;
    this.status.textContent = t('play.hinting');
    try {
      this.hinted = await game.hint();
      if (this.hinted) announce(t('play.hintIs', {point: this.hinted.point, n: Math.round(this.hinted.chances * 100)}));
    } catch (error) {
      toast(String(error instanceof EngineError ? error.message : error), {kind: 'error'});
    }
    this.render();
  }

  async resign() {
    const answer = await dialog({
      title: t('play.resignSure'),
      buttons: [
        {text: t('play.resign'), value: 'yes', kind: 'primary'},
        {text: t('app.cancel'), value: ''},
      ],
    });
    if (answer) this.game?.resign();
  }

  async draw() {
    if (!(await this.game?.offerDraw()) && this.game?.phase === 'yours') toast(t('play.drawRefused'));
  }

  async newGame() {
    const wish = await askSettings(lastSettings());
    if (wish) await this.begin(wish);
  }

  // ---- openings ----

  /** @param {{kind: string, points?: string[], fifths?: number}} action */
  async act(action) {
    const wrong = await this.game?.act(action);
    if (wrong) toast(wrong, {kind: 'error'});
    else this.openingTurn.clear();
    this.render();
  }

  /** Says what the machine did in the opening. @param {{kind: string, points?: string[], fifths?: number}} action */
  told(action) {
    stoneSound();
    const text = t(`play.did-${action.kind.replace(' ', '-')}`, {points: (action.points ?? []).join(' '), n: action.fifths ?? 0});
    toast(text);
  }

  // ---- what is shown ----

  render() {
    const {game} = this;
    if (!game) return;
    const {openingTurn} = this;
    openingTurn.update(game.mayAct ? (game.opening?.choices ?? []) : [], game.tree.stones());
    const {stones, marks} = openingTurn.shown();
    if (this.hinted) marks.push({point: this.hinted.point, kind: 'rank', text: '★', sub: `${Math.round(this.hinted.chances * 100)}%`, title: t('play.hintHere')});
    this.board.show({
      size: game.settings.size,
      stones,
      last: game.tree.current.move,
      row: game.facts && game.phase === 'over' ? game.facts.row : undefined,
      forbidden: game.phase === 'yours' ? game.facts?.forbidden : undefined,
      marks,
      turn: game.inOpening ? openingTurn.turn : game.turn,
      clickable: game.mayAct ? 'all' : game.phase === 'yours',
      coordinates: get('coordinates', true),
      numbers: get('numbers', false),
    });
    this.renderClocks();
    this.renderStatus();
    this.renderChoices();
    this.renderButtons();
    showMoves(this.moves, game.tree.line());
  }

  renderClocks() {
    const {game} = this;
    if (!game) return;
    const machine = {side: opponent(game.side), name: game.settings.seconds ? t('play.machineSeconds', {n: game.settings.seconds}) : t('play.machineLevel', {n: game.settings.level})};
    for (const [box, p] of /** @type {[HTMLElement, {side: Color, name: string}][]} */ ([
      [this.top, machine],
      [this.bottom, {side: game.side, name: t('play.you')}],
    ])) {
      const active = !game.result && !game.inOpening && game.turn === p.side && game.phase !== 'stuck';
      const time = game.settings.clock ? clockText(game.remaining(p.side)) : '';
      showPlayer(box, {color: game.inOpening ? '' : p.side, name: p.name, active, time});
    }
  }

  renderStatus() {
    const {game} = this;
    if (!game) return;
    let text = '';
    switch (game.phase) {
      case 'yours':
        text = game.facts ? t(game.tree.path().length ? 'play.yourTurn' : 'play.youBegin') : t('play.loading');
        break;
      case 'machine': {
        const thought = game.thought;
        text = thought ? t('play.thinkingOf', {depth: thought.depth, move: thought.moves[0]}) : t('play.thinking');
        break;
      }
      case 'opening':
        text = t(game.mayAct ? 'play.openingYours' : game.opening ? 'play.openingMachine' : 'play.loading', {name: t(`opening.${game.settings.opening}`)});
        break;
      case 'over': {
        const {winner, reason} = game.result ?? {winner: null, reason: ''};
        text = `${t(winner ? (winner === game.side ? 'play.youWon' : 'play.youLost') : 'play.isDraw')} ${t(`play.by-${reason}`)}`;
        break;
      }
      case 'stuck':
        text = t('play.stuck', {why: game.problem});
    }
    if (this.status.textContent === text) return;
    this.status.textContent = text;
    if (game.phase === 'over') announce(text);
  }

  /** The buttons of an opening, the proposal after a game, or the way out of an error. */
  renderChoices() {
    const {game} = this;
    if (!game) return;
    /** @type {(Node|false)[]} */
    const list = [];
    if (game.mayAct) {
      list.push(...this.openingTurn.buttons());
    } else if (game.phase === 'over') {
      const level = nextLevel(game);
      if (level !== game.settings.level) {
        list.push(el('button', {type: 'button', class: 'primary', onclick: () => void this.begin({...game.settings, level})}, t(level > game.settings.level ? 'play.tryHigher' : 'play.tryLower', {n: level})));
      }
      list.push(
        el('button', {type: 'button', class: list.length ? '' : 'primary', onclick: () => void this.begin({...game.settings, side: opponent(game.side), first: !game.settings.first})}, t('play.again')),
        el('a', {class: 'button', href: `#analyze/${encode(game.tree)}`}, t('play.analyze')),
      );
    } else if (game.phase === 'stuck') {
      list.push(el('button', {type: 'button', class: 'primary', onclick: () => void game.start()}, t('play.tryAgain')));
    }
    const texts = list.map((n) => (n ? n.textContent : '')).join('|') + this.openingTurn.chosen.join();
    if (this.choices.dataset.key === texts) return;
    this.choices.dataset.key = texts;
    this.choices.replaceChildren(...list.filter((n) => n !== false));
  }

  renderButtons() {
    const {game} = this;
    if (!game) return;
    const button = (/** @type {string} */ name, /** @type {() => void} */ onclick, /** @type {boolean} */ enabled, key = '') =>
      el('button', {type: 'button', disabled: !enabled, onclick, dataset: {action: name}, 'aria-keyshortcuts': key || false, title: key ? t('play.key', {key: key.toUpperCase()}) : false}, t(`play.${name}`));
    const yours = game.phase === 'yours';
    const state = [game.canUndo, yours, game.phase, Boolean(game.thought)].join();
    if (this.buttons.dataset.key === state) return;
    this.buttons.dataset.key = state;
    const focused = document.activeElement instanceof HTMLElement && this.buttons.contains(document.activeElement) ? document.activeElement.dataset.action : '';
    this.buttons.replaceChildren(
      button('undo', () => void game.undo(), game.canUndo, 'u'),
      game.phase === 'machine' ? button('moveNow', () => game.moveNow(), true, 'm') : button('hint', () => void this.hint(), yours, 'h'),
      button('draw', () => void this.draw(), yours && game.tree.path().length > 0),
      button('resign', () => void this.resign(), !game.result && !game.inOpening && game.phase !== 'stuck'),
      button('newGame', () => void this.newGame(), true, 'n'),
    );
    if (focused) /** @type {HTMLElement|null} */ (this.buttons.querySelector(`[data-action="${focused}"]`))?.focus();
  }
}

/**
 * Counts losses in a row, by the result of a game.
 * @param {PlayGame} game
 */
function countLosses(game) {
  const winner = game.result?.winner;
  if (winner) set('play.losses', winner === game.side ? 0 : get('play.losses', 0) + 1);
}

/**
 * The level for the next game: one up after a win, one down after two losses in a row.
 * @param {PlayGame} game
 */
function nextLevel(game) {
  const {level, seconds} = game.settings;
  const winner = game.result?.winner;
  if (seconds || !winner) return level;
  if (winner === game.side) return Math.min(level + 1, LEVELS);
  return get('play.losses', 0) >= 2 ? Math.max(level - 1, 1) : level;
}

/**
 * Asks how the next game is to be played.
 * @param {Settings} s
 * @returns {Promise<Settings|null>}
 */
async function askSettings(s) {
  /** @type {Settings} */
  const wish = {...s};
  const color = select(t('play.yourColor'), [['black', t('play.blackFirst')], ['white', t('play.white')], ['random', t('play.random')]], wish.side, (v) => {
    wish.side = v === 'random' ? (Math.random() < 0.5 ? 'black' : 'white') : /** @type {Color} */ (v);
  });
  const part = select(t('play.part'), [['first', t('play.partFirst')], ['second', t('play.partSecond')]], wish.first ? 'first' : 'second', (v) => {
    wish.first = v === 'first';
  });
  const fields = gameFields(wish, () => {
    color.hidden = wish.opening !== '';
    part.hidden = wish.opening === '';
  });
  const strength = [.../** @type {[string, string][]} */ (Array.from({length: LEVELS}, (_, i) => [`L${i + 1}`, t(`play.level-${i + 1}`)])), ...[1, 3, 10, 30].map((n) => /** @type {[string, string]} */ ([`S${n}`, t('play.seconds', {n})]))];
  const answer = await dialog({
    title: t('play.newGame'),
    body: el(
      'div',
      {class: 'form'},
      select(t('play.strength'), strength, wish.seconds ? `S${wish.seconds}` : `L${wish.level}`, (v) => {
        wish.seconds = v[0] === 'S' ? Number(v.slice(1)) : 0;
        if (v[0] === 'L') wish.level = Number(v.slice(1));
      }),
      color,
      part,
      fields,
      clockField(wish.clock ? `${wish.clock.minutes}+${wish.clock.increment}` : '', (v) => {
        const [minutes, increment] = v.split('+').map(Number);
        wish.clock = v ? {minutes, increment} : null;
      }),
    ),
    buttons: [
      {text: t('play.start'), value: 'start', kind: 'primary'},
      {text: t('app.cancel'), value: ''},
    ],
  });
  return answer ? wish : null;
}
