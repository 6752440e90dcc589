// @ts-check
// What game this is: players, event, rule, opening and result.

import {t} from '../i18n.js';
import {el} from '../ui.js';

/** @typedef {import('./session.js').Session} Session */

/**
 * @param {Session} session
 * @returns {Node[]}
 */
export function titleOf(session) {
  const {tree} = session;
  const {tags, start} = tree;
  const {facts} = session.about();
  const players = tags.black || tags.white ? [stone('black'), tags.black || '?', ' – ', stone('white'), tags.white || '?'] : [];
  const about = [
    t('analyze.ruleAndSize', {rule: t(`analyze.rule-${start.rule}`), size: start.size}),
    tags.event ?? '',
    tags.date ?? '',
    facts?.opening ? t('analyze.opening', {code: facts.opening.code, name: facts.opening.name}) : '',
    resultOf(session),
  ];
  return [
    ...(players.length ? [el('span', {class: 'an-players-line'}, ...players)] : []),
    el('span', {class: 'an-about'}, about.filter(Boolean).join(' · ')),
  ];
}

/** @param {import('../points.js').Color} color */
function stone(color) {
  return el('span', {class: `an-stone an-${color}`, role: 'img', 'aria-label': t(`analyze.${color}`)});
}

/** @param {Session} session */
function resultOf(session) {
  const {facts} = session.about();
  const {outcome, reason} = session.tree;
  if (facts && facts.outcome !== 'undecided') {
    return facts.foul ? t('analyze.foulEnds') : t(`analyze.${facts.outcome.replace(' ', '-')}`);
  }
  if (outcome === 'undecided') return '';
  const how = t(`analyze.reason-${reason.replaceAll(' ', '-')}`);
  return how && reason !== 'none' ? t('analyze.resultBy', {result: t(`analyze.${outcome.replace(' ', '-')}`), how}) : t(`analyze.${outcome.replace(' ', '-')}`);
}
