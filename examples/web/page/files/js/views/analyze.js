// @ts-check
// The analysis board: a game with its variations, what the engine thinks of every position, threats, proofs, and a review.

import {linesPanel} from '../analyze/lines.js';
import {chancesGraph} from '../analyze/graph.js';
import {helpDialog} from '../analyze/help.js';
import {listenToKeys} from '../analyze/keys.js';
import {boardState} from '../analyze/marks.js';
import {movePanel} from '../analyze/movepanel.js';
import {Playback} from '../analyze/playback.js';
import {recordPanel} from '../analyze/record.js';
import {reviewPanel} from '../analyze/review.js';
import {Search} from '../analyze/search.js';
import {Session} from '../analyze/session.js';
import {paint, setupPanel} from '../analyze/setup.js';
import {tabs} from '../analyze/tabs.js';
import {winsPanel} from '../analyze/threats.js';
import {titleOf} from '../analyze/title.js';
import {winBar} from '../analyze/winbar.js';
import {Board} from '../board.js';
import {acceptFiles} from '../files.js';
import {onLanguage, register, t} from '../i18n.js';
import {get, set} from '../settings.js';
import {ShareError, decode, encode} from '../share.js';
import {GameTree} from '../tree.js';
import {announce, el, oncePerFrame, toast} from '../ui.js';
import {words} from '../words/analyze.js';

register('analyze', words);

/** Where the tree is kept while the page shows another view or is loaded again. */
const KEPT = 'analyze.tree';

/** How far a wheel is turned for a move. */
const WHEEL_STEP = 60;

/**
 * Shows the view.
 * @param {HTMLElement} element
 * @param {string[]} params what follows "#analyze/" in the address, split at slashes: the game, as share.js writes it
 */
export async function mount(element, params) {
  const left = new AbortController();
  const session = new Session(treeOf(params.join('/')));
  const search = new Search(session);
  let closeParts = () => {};
  const build = () => {
    closeParts();
    session.newParts();
    search.listen();
    closeParts = buildView(element, session, search);
    session.shown = null;
    session.update();
  };
  build();
  const stopLanguage = onLanguage(build);
  acceptFiles(element, (tree) => session.load(tree), left.signal);
  return {
    /** The address names another game. @param {string[]} p */
    params(p) {
      const path = p.join('/');
      if (path && path !== encode(session.tree)) session.load(treeOf(path));
    },
    unmount() {
      keep(session.tree);
      left.abort();
      stopLanguage();
      closeParts();
      search.close();
      session.close();
      element.replaceChildren();
      element.classList.remove('analyze');
    },
  };
}

/**
 * @param {HTMLElement} element
 * @param {Session} session
 * @param {Search} search
 * @returns {() => void}
 */
function buildView(element, session, search) {
  const parts = new AbortController();
  const holder = el('div', {class: 'an-board'});
  const board = new Board(holder);
  let numbers = get('analyze.numbers', false);
  const playback = new Playback(session);
  const moves = movePanel(session);
  const review = reviewPanel(session, search, playback);
  const wins = winsPanel(session, search, playback);
  const setup = setupPanel(session);
  const record = recordPanel(session, () => board.svg());
  const title = el('div', {class: 'an-title'});
  const panel = tabs(
    [
      {id: 'review', text: t('analyze.tabReview'), element: review.element},
      {id: 'wins', text: t('analyze.tabWins'), element: wins.element},
      {id: 'setup', text: t('analyze.tabSetup'), element: setup.element, shown: setup.begin, hidden: setup.end},
      {id: 'record', text: t('analyze.tabRecord'), element: record.element},
    ],
    t('analyze.tools'),
  );
  element.classList.add('analyze');
  element.replaceChildren(
    el('h1', {class: 'visually-hidden'}, t('analyze.title')),
    el('div', {class: 'an-stage'}, title, el('div', {class: 'an-boardrow'}, winBar(session), holder), playback.element, chancesGraph(session)),
    el('div', {class: 'an-side'}, linesPanel(session, search), moves.element, moves.nav, panel.element),
  );

  const draw = oncePerFrame(() => {
    if (parts.signal.aborted) return;
    board.show(boardState(session, search, numbers));
    element.classList.toggle('an-editing', !!session.editing);
  });
  session.on('node tree facts lines judged overlay edit', draw);
  session.on('node facts load', () => title.replaceChildren(...titleOf(session)));
  session.on('edit', () => !session.editing && panel.selected === 'setup' && panel.select('review'));
  session.on('tree', addressOf(session, parts.signal));
  session.on('node', () => announce(spoken(session)));
  session.on('facts', () => {
    const {facts, error} = session.about();
    if (error) toast(t('analyze.badPosition', {message: error.message}), {kind: 'error'});
    else if (facts && facts.outcome !== 'undecided') announce(t(`analyze.${facts.outcome.replace(' ', '-')}`));
  });
  session.on('failed', (e) => toast(e.message, {kind: 'error'}));
  session.on('refused', (r) => {
    const text = t(`analyze.refused-${r.code}`, {point: r.point, foul: r.foul ? t(`analyze.foul-${r.foul.replace(' ', '-')}`) : ''});
    toast(text);
    announce(text);
  });
  board.addEventListener('point', (e) => {
    const {point} = /** @type {CustomEvent} */ (e).detail;
    if (session.editing) paint(session, point);
    else session.play(point);
  });
  holder.addEventListener('wheel', wheel(session), {passive: false});
  window.addEventListener('pagehide', () => keep(session.tree), {signal: parts.signal});

  listenToKeys(
    {
      ArrowLeft: () => session.tree.back(),
      ArrowRight: () => session.tree.forward(),
      ArrowUp: () => session.tree.sibling(-1),
      ArrowDown: () => session.tree.sibling(1),
      Home: () => session.tree.first(),
      End: () => session.tree.last(),
      Delete: moves.remove,
      Escape: () => playback.close(),
      a: () => search.toggle(),
      t: () => {
        panel.select('wins');
        wins.toggleThreats(session.tree.turn());
      },
      o: () => {
        panel.select('wins');
        wins.toggleThreats(session.tree.turn() === 'black' ? 'white' : 'black');
      },
      w: () => {
        panel.select('wins');
        wins.prove();
      },
      r: () => {
        panel.select('review');
        review.start();
      },
      c: moves.comment,
      n: () => {
        numbers = !numbers;
        set('analyze.numbers', numbers);
        draw();
      },
      '?': () => helpDialog(),
      ...Object.fromEntries(
        [1, 2, 3, 4, 5].map((n) => [
          String(n),
          () => {
            const move = session.about().evaluation?.lines[n - 1]?.moves[0];
            if (move && search.on && n <= search.lines) session.play(move);
          },
        ]),
      ),
    },
    parts.signal,
  );
  return () => {
    parts.abort();
    playback.close();
    review.close();
    setup.end();
  };
}

/**
 * The game of the address; without one the game that was looked at last.
 * @param {string} path
 */
function treeOf(path) {
  const old = kept();
  if (!path) return old ?? new GameTree();
  if (old && encode(old) === path) return old; // with its comments
  try {
    return decode(path);
  } catch (e) {
    toast(t('analyze.badLink', {message: e instanceof ShareError ? e.message : String(e)}), {kind: 'error'});
    return old ?? new GameTree();
  }
}

/** @param {GameTree} tree */
function keep(tree) {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({...tree.toJSON(), at: encode(tree)}));
  } catch {
    // Storage is full or forbidden: the address has the moves.
  }
}

/** @returns {GameTree|null} */
function kept() {
  try {
    const text = sessionStorage.getItem(KEPT);
    if (!text) return null;
    const json = JSON.parse(text);
    const tree = GameTree.fromJSON(json);
    // The address knows which node was looked at: go the same way.
    for (const move of decode(json.at).line()) {
      const next = tree.current.children.find((child) => child.move === move);
      if (!next) break;
      tree.goto(next);
    }
    return tree;
  } catch {
    return null;
  }
}

/** Browsers allow a page about a hundred new addresses in half a minute. */
const ADDRESS_MILLIS = 80;

/**
 * Keeps the address of the page that of the game.
 * @param {Session} session
 * @param {AbortSignal} signal
 */
function addressOf(session, signal) {
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (signal.aborted) return;
      try {
        history.replaceState(null, '', `#analyze/${encode(session.tree)}`);
      } catch {
        // Too many: the next one will do.
      }
    }, ADDRESS_MILLIS);
  };
}

/**
 * What a screen reader hears when another node is looked at.
 * @param {Session} session
 */
function spoken(session) {
  const {node, tree} = session;
  const color = t(`analyze.${tree.turn() === 'black' ? 'white' : 'black'}`);
  if (!node.move) return t('analyze.start');
  return t('analyze.spoken', {n: tree.number(), color, move: node.move === '-' ? t('analyze.pass') : node.move, comment: node.comment});
}

/**
 * Goes through the game by the wheel over the board.
 * @param {Session} session
 */
function wheel(session) {
  let turned = 0;
  return (/** @type {WheelEvent} */ e) => {
    if (e.ctrlKey || session.editing) return;
    e.preventDefault();
    turned += e.deltaMode ? e.deltaY * 30 : e.deltaY;
    if (Math.abs(turned) < WHEEL_STEP) return;
    if (turned > 0) session.tree.forward();
    else session.tree.back();
    turned = 0;
  };
}
