// @ts-check
// Playing another person: a form that opens a game and gives the links, and the game itself, for players and spectators.

import {Board} from '../board.js';
import {register, t} from '../i18n.js';
import {OnlineGame, Refused, openGame} from '../net.js';
import {clockText} from '../play/clock.js';
import {clockField, gameFields} from '../play/form.js';
import {OpeningTurn} from '../play/opening.js';
import {showMoves, showPlayer} from '../play/table.js';
import {get, set, settings} from '../settings.js';
import {encode} from '../share.js';
import {stoneSound} from '../sound.js';
import {GameTree} from '../tree.js';
import {announce, dialog, el, select, toast} from '../ui.js';
import words from '../words/online.js';

register('online', words);

/** @typedef {import('../points.js').Color} Color */
/** @typedef {import('../net.js').GameState} GameState */

/**
 * @param {HTMLElement} root
 * @param {string[]} params id and token of a game, or nothing
 */
export async function mount(root, params) {
  const [id, token] = params;
  if (!id || !token) return lobby(root);
  return new GameView(root, id, token);
}

/** The address of a game for the holder of a token. @param {string} id @param {string} token */
function linkOf(id, token) {
  return new URL(`#game/${id}/${token}`, location.href).href;
}

/**
 * The form that opens a game.
 * @param {HTMLElement} root
 */
async function lobby(root) {
  const kept = get('online.settings', /** @type {any} */ ({}));
  const wish = {rule: 'freestyle', size: 15, side: 'random', clock: '5+3', opening: '', ...kept};
  const open = async () => {
    set('online.settings', wish);
    const [minutes, increment] = wish.clock.split('+').map(Number);
    try {
      const game = await openGame({
        rule: wish.rule,
        size: wish.size,
        side: wish.side,
        ...(wish.clock ? {clock: {seconds: minutes * 60, increment}} : {}),
        ...(wish.opening ? {opening: wish.opening} : {}),
      });
      sessionStorage.setItem(`gomoku.invite.${game.id}`, game.opponent);
      location.hash = `game/${game.id}/${game.you}`;
    } catch (error) {
      toast(String(error instanceof Error ? error.message : error), {kind: 'error'});
    }
  };
  root.replaceChildren(
    el(
      'section',
      {class: 'panel narrow'},
      el('h1', null, t('online.title')),
      el('p', {class: 'note'}, t('online.how')),
      el(
        'div',
        {class: 'form'},
        select(t('online.side'), [['random', t('online.random')], ['first', t('online.first')], ['second', t('online.second')]], wish.side, (v) => {
          wish.side = v;
        }),
        gameFields(wish),
        clockField(wish.clock, (v) => {
          wish.clock = v;
        }),
      ),
      el('button', {type: 'button', class: 'primary', onclick: () => void open()}, t('online.open')),
    ),
  );
  return {};
}

class GameView {
  /** @param {HTMLElement} root @param {string} id @param {string} token */
  constructor(root, id, token) {
    this.id = id;
    this.game = new OnlineGame(id, token);
    /** @type {string} a move that is on its way */
    this.sent = '';
    this.openingTurn = new OpeningTurn((action) => void this.send({act: 'opening', action}));
    this.seen = -1;
    this.top = el('div', {class: 'player'});
    this.bottom = el('div', {class: 'player'});
    this.boardBox = el('div', {class: 'board-box'});
    this.status = el('p', {class: 'status', id: 'status'});
    this.invite = el('div', {class: 'invite'});
    this.choices = el('div', {class: 'choices'});
    this.buttons = el('div', {class: 'buttons'});
    this.moves = el('ol', {class: 'moves', 'aria-label': t('online.moves')});
    root.replaceChildren(
      el(
        'div',
        {class: 'table'},
        el('div', {class: 'table-board'}, this.top, this.boardBox, this.bottom),
        el('aside', {class: 'panel'}, el('h1', {class: 'panel-title'}, t('online.gameTitle')), this.status, this.invite, this.choices, this.buttons, this.moves),
      ),
    );
    this.board = new Board(this.boardBox);
    this.board.addEventListener('point', (event) => this.pointed(/** @type {CustomEvent} */ (event).detail.point));
    this.game.addEventListener('state', () => this.arrived());
    this.game.addEventListener('connection', () => this.render());
    this.game.addEventListener('gone', () => {
      this.status.textContent = t('online.gone');
      this.choices.replaceChildren(el('a', {class: 'button primary', href: '#online'}, t('online.open')));
      this.buttons.replaceChildren();
    });
    this.status.textContent = t('online.connecting');
    this.redraw = () => this.render();
    settings.addEventListener('change', this.redraw);
    this.ticking = setInterval(() => this.renderPlayers(), 200);
  }

  unmount() {
    this.game.close();
    clearInterval(this.ticking);
    settings.removeEventListener('change', this.redraw);
  }

  /** @returns {GameState|null} */
  get state() {
    return this.game.state;
  }

  get playing() {
    return this.state?.you !== 'spectator';
  }

  get myTurn() {
    return Boolean(this.state && !this.state.over && this.state.mover === this.state.you);
  }

  arrived() {
    const s = this.state;
    if (!s) return;
    if (s.seq !== this.seen) {
      this.sent = '';
      if (this.seen >= 0) {
        const {last} = s.board;
        if (s.board.moves.length && last && s.seq > this.seen) {
          stoneSound();
          if (s.board.turn === s.colors[s.you] || !this.playing) announce(t('online.played', {point: last}));
        }
        if (s.offer && s.offer.by !== s.you && this.playing) announce(t(`online.offer-${s.offer.kind}`));
      }
      this.seen = s.seq;
      this.openingTurn.clear();
    }
    this.render();
  }

  /** @param {Record<string, any> & {act: string}} act */
  async send(act) {
    try {
      await this.game.act(act);
    } catch (error) {
      this.sent = '';
      if (error instanceof Refused && error.status === 409) return; // the new state is on its way
      toast(error instanceof Refused ? error.message : t('online.notSent'), {kind: 'error'});
      this.render();
    }
  }

  /** @param {string} point */
  pointed(point) {
    const s = this.state;
    if (!s || !this.myTurn) return;
    if (s.opening) {
      this.openingTurn.choose(point);
      this.render();
      return;
    }
    const foul = s.board.forbidden?.find((/** @type {any} */ f) => f.point === point);
    if (foul) {
      toast(t(`board.${foul.foul.replaceAll(' ', '-')}`), {kind: 'error'});
      return;
    }
    if (this.sent) return;
    this.sent = point;
    this.render();
    void this.send({act: 'move', point});
  }

  /** @returns {import('../board.js').BoardStone[]} */
  stones() {
    const b = this.state?.board;
    if (!b) return [];
    const number = new Map(b.moves.map((/** @type {string} */ p, /** @type {number} */ i) => [p, i + 1]));
    const of = (/** @type {string[]} */ points, /** @type {Color} */ color) => points.map((point) => ({point, color, number: number.get(point)}));
    return [...of(b.black, 'black'), ...of(b.white, 'white')];
  }

  render() {
    const s = this.state;
    if (!s) return;
    const {openingTurn} = this;
    const acting = Boolean(s.opening) && this.myTurn;
    openingTurn.update(s.opening?.choices ?? [], this.stones());
    const {stones, marks} = openingTurn.shown();
    if (this.sent) stones.push({point: this.sent, color: s.board.turn, ghost: true});
    this.board.show({
      size: s.board.size,
      stones,
      last: s.board.last ?? null,
      row: s.board.row,
      forbidden: this.myTurn ? s.board.forbidden : undefined,
      marks,
      turn: s.opening ? openingTurn.turn : s.board.turn,
      clickable: acting ? 'all' : this.myTurn && !this.sent && this.game.connected,
      coordinates: get('coordinates', true),
      numbers: get('numbers', false),
    });
    this.renderPlayers();
    this.renderStatus();
    this.renderInvite();
    this.renderChoices();
    this.renderButtons();
    showMoves(this.moves, s.board.moves);
  }

  renderPlayers() {
    const s = this.state;
    if (!s) return;
    const below = s.you === 'spectator' ? 'first' : s.you;
    const above = below === 'first' ? 'second' : 'first';
    for (const [box, who] of /** @type {[HTMLElement, string][]} */ ([[this.top, above], [this.bottom, below]])) {
      const color = /** @type {Color|undefined} */ (s.colors[who]);
      const name = who === s.you ? t('online.you') : t(s.you === 'spectator' ? `online.player-${who}` : 'online.opponent');
      const time = s.clock && color ? clockText(this.game.remaining(color)) : '';
      const here = who === s.you || s.here[who];
      const active = !s.over && s.mover === who;
      showPlayer(box, {color: color ?? '', name, note: here ? '' : t('online.away'), active, time});
    }
  }

  renderStatus() {
    const s = this.state;
    if (!s) return;
    let text = '';
    if (!this.game.connected) text = t('online.lost');
    else if (s.over) {
      const winner = s.outcome === 'draw' ? '' : s.outcome.split(' ')[0];
      const who = !winner ? 'online.isDraw' : !this.playing ? `online.wins-${winner}` : winner === s.colors[s.you] ? 'online.youWon' : 'online.youLost';
      text = `${t(who)} ${t(`online.by-${s.reason.replaceAll(' ', '-')}`)}`;
    } else if (s.opening) text = t(this.myTurn ? 'online.openingYours' : 'online.openingTheirs', {name: t(`opening.${s.protocol}`)});
    else if (!this.playing) text = t(`online.turn-${s.board.turn}`);
    else if (this.sent) text = t('online.sending');
    else text = t(this.myTurn ? 'online.yourTurn' : 'online.theirTurn');
    if (this.status.textContent === text) return;
    this.status.textContent = text;
    if (s.over) announce(text);
  }

  /** The link for the opponent, as long as nobody has come; and the one for spectators. */
  renderInvite() {
    const s = this.state;
    if (!s) return;
    const token = sessionStorage.getItem(`gomoku.invite.${this.id}`);
    const other = s.you === 'first' ? 'second' : 'first';
    const waiting = Boolean(token) && !s.here[other] && s.seq === 0 && this.playing;
    const key = `${waiting} ${s.over}`;
    if (this.invite.dataset.key === key) return;
    this.invite.dataset.key = key;
    const link = (/** @type {string} */ words, /** @type {string} */ url, /** @type {string} */ name) => {
      const field = el('input', {type: 'text', readonly: true, value: url, 'aria-label': words, dataset: {link: name}, onfocus: () => field.select()});
      const copy = el('button', {type: 'button', onclick: () => void copyText(url, field)}, t('online.copy'));
      return el('div', {class: 'link'}, el('p', {class: 'note'}, words), el('div', {class: 'link-row'}, field, copy));
    };
    this.invite.replaceChildren(
      ...(waiting && token ? [link(t('online.sendThis'), linkOf(this.id, token), 'opponent')] : []),
      ...(s.over ? [] : [el('details', null, el('summary', null, t('online.watch')), link(t('online.watchThis'), linkOf(this.id, s.links.spectator), 'spectator'))]),
    );
  }

  renderChoices() {
    const s = this.state;
    if (!s) return;
    /** @type {Node[]} */
    const list = [];
    if (s.opening && this.myTurn) {
      list.push(...this.openingTurn.buttons());
    } else if (s.offer && this.playing) {
      if (s.offer.by === s.you) list.push(el('span', {class: 'note'}, t(`online.offered-${s.offer.kind}`)));
      else {
        list.push(
          el('span', {class: 'note'}, t(`online.offer-${s.offer.kind}`)),
          el('button', {type: 'button', class: 'primary', onclick: () => void this.send({act: 'accept'})}, t('online.accept')),
          el('button', {type: 'button', onclick: () => void this.send({act: 'decline'})}, t('online.decline')),
        );
      }
    } else if (s.over) {
      if (s.next) list.push(el('a', {class: 'button primary', href: `#game/${s.next.id}/${s.next.token}`}, t('online.toNext')));
      else if (this.playing) {
        const mine = s.rematch?.includes(s.you);
        list.push(el('button', {type: 'button', class: 'primary', disabled: mine, onclick: () => void this.send({act: 'rematch'})}, t(mine ? 'online.rematchAsked' : s.rematch?.length ? 'online.rematchAccept' : 'online.rematch')));
      }
      const tree = new GameTree({rule: s.board.rule, size: s.board.size});
      for (const m of s.board.moves) tree.add(m);
      list.push(el('a', {class: 'button', href: `#analyze/${encode(tree)}`}, t('online.analyze')));
    }
    const key = list.map((n) => n.textContent).join('|') + this.openingTurn.chosen.join() + s.seq;
    if (this.choices.dataset.key === key) return;
    this.choices.dataset.key = key;
    this.choices.replaceChildren(...list);
  }

  renderButtons() {
    const s = this.state;
    if (!s) return;
    const going = this.playing && !s.over && this.game.connected;
    const inGame = going && !s.opening;
    const key = [going, inGame, s.board.moves.length > s.fixed, this.playing].join();
    if (this.buttons.dataset.key === key) return;
    this.buttons.dataset.key = key;
    if (!this.playing || s.over) {
      this.buttons.replaceChildren();
      return;
    }
    const button = (/** @type {string} */ name, /** @type {() => void} */ onclick, /** @type {boolean} */ enabled) => el('button', {type: 'button', disabled: !enabled, dataset: {action: name}, onclick}, t(`online.${name}`));
    this.buttons.replaceChildren(
      button('undo', () => void this.send({act: 'offer-undo'}), inGame && s.board.moves.length > s.fixed),
      button('draw', () => void this.send({act: 'offer-draw'}), inGame),
      button('resign', () => void this.resign(), going),
    );
  }

  async resign() {
    const answer = await dialog({
      title: t('online.resignSure'),
      buttons: [
        {text: t('online.resign'), value: 'yes', kind: 'primary'},
        {text: t('app.cancel'), value: ''},
      ],
    });
    if (answer) await this.send({act: 'resign'});
  }
}

/**
 * @param {string} text
 * @param {HTMLInputElement} field
 */
async function copyText(text, field) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t('online.copied'));
  } catch {
    field.select(); // a page that is not secure may not write to the clipboard
  }
}
