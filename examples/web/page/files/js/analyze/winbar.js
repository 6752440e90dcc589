// @ts-check
// The win bar: how the chances are shared between Black and White.

import {t} from '../i18n.js';
import {el} from '../ui.js';
import {blackShare, inWords, percent, short} from './chances.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./session.js').Facts} Facts */

/**
 * Black's share at a node, if it is known: by the end of the game, the search, or the review.
 * @param {Session} session
 * @param {import('../tree.js').TreeNode} node
 * @returns {number|undefined}
 */
export function shareAt(session, node) {
  const known = session.about(node);
  const over = known.facts && shareOf(known.facts);
  if (over !== undefined) return over;
  const side = session.tree.turn(node);
  const line = known.evaluation?.lines[0];
  if (line) return blackShare(line, side);
  const {judged} = known;
  if (judged) return blackRate(judged.color, judged.after.winRate);
  const next = node.parent ? undefined : node.children.map((child) => session.about(child).judged).find(Boolean);
  return next && blackRate(next.color, next.before.winRate);
}

/**
 * @param {import('../points.js').Color} side
 * @param {number} rate of that side
 */
function blackRate(side, rate) {
  return side === 'black' ? rate : 1 - rate;
}

/** @param {Facts} facts */
function shareOf(facts) {
  if (facts.outcome === 'black wins') return 1;
  if (facts.outcome === 'white wins') return 0;
  if (facts.outcome === 'draw') return 0.5;
  return undefined;
}

/** @param {Session} session */
export function winBar(session) {
  const black = el('span', {class: 'an-bar-black'});
  const text = el('span', {class: 'an-bar-text'});
  const element = el('div', {class: 'an-bar', role: 'meter', 'aria-label': t('analyze.winBar'), 'aria-valuemin': '0', 'aria-valuemax': '100'}, black, text);
  const render = () => {
    const share = shareAt(session, session.node);
    element.classList.toggle('an-unknown', share === undefined);
    black.style.setProperty('--an-share', String(share ?? 0.5));
    element.setAttribute('aria-valuenow', String(Math.round((share ?? 0.5) * 100)));
    const known = session.about();
    const line = known.evaluation?.lines[0];
    const side = session.tree.turn();
    let label = '';
    let title = t('analyze.unknown');
    if (known.facts && known.facts.outcome !== 'undecided') {
      label = title = t(`analyze.${known.facts.outcome.replace(' ', '-')}`);
    } else if (line) {
      label = line.mate ? short(side === 'black' ? line : {...line, mate: -line.mate}) : percent(blackShare(line, side));
      title = inWords(line, side);
    } else if (share !== undefined) {
      label = percent(share);
      title = inWords({score: 0, chances: share}, 'black');
    }
    text.textContent = label;
    text.classList.toggle('an-on-white', share !== undefined && share < 0.5);
    element.title = title;
    element.setAttribute('aria-valuetext', title);
  };
  session.on('node facts lines judged', render);
  render();
  return element;
}
