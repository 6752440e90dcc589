// @ts-check
// The graph of Black's chances over the line that is looked at. A click, or the arrow keys, go to a move.

import {t} from '../i18n.js';
import {el, oncePerFrame} from '../ui.js';
import {percent} from './chances.js';
import {shareAt} from './winbar.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('../tree.js').TreeNode} TreeNode */

const NS = 'http://www.w3.org/2000/svg';

/** Labels of moves that the graph marks. */
const MARKED = new Set(['inaccuracy', 'mistake', 'blunder', 'missed win', 'missed block', 'foul']);

/** @param {Session} session */
export function chancesGraph(session) {
  const svg = document.createElementNS(NS, 'svg');
  svg.setAttribute('preserveAspectRatio', 'none');
  svg.setAttribute('aria-hidden', 'true');
  const dots = el('div', {class: 'an-dots', 'aria-hidden': 'true'});
  const tip = el('output', {class: 'an-tip', 'aria-hidden': 'true', hidden: true});
  const element = el('div', {class: 'an-graph', role: 'slider', tabindex: 0, 'aria-label': t('analyze.graph'), 'aria-valuemin': '0'}, svg, dots, tip);

  /** @type {TreeNode[]} */
  let nodes = [];
  const render = () => {
    const {tree} = session;
    nodes = [tree.root, ...tree.whole()];
    const shares = nodes.map((n) => shareAt(session, n));
    element.hidden = nodes.length < 2;
    const last = Math.max(nodes.length - 1, 1);
    svg.setAttribute('viewBox', `0 0 ${last} 1`);
    const at = nodes.indexOf(session.node);
    svg.replaceChildren(
      ...areas(shares),
      shape('path', {class: 'an-middle', d: `M0 .5H${last}`}),
      ...curves(shares),
      shape('path', {class: 'an-here', d: `M${at} 0V1`}),
    );
    dots.replaceChildren(
      ...nodes.flatMap((n, i) => {
        const label = session.about(n).judged?.label ?? '';
        const share = shares[i];
        if (share === undefined || (i !== at && !MARKED.has(label))) return [];
        const dot = el('i', {class: `an-dot an-label-${label.replace(' ', '-')}${i === at ? ' an-dot-here' : ''}`});
        dot.style.left = `${(100 * i) / last}%`;
        dot.style.top = `${100 * (1 - share)}%`;
        return [dot];
      }),
    );
    element.setAttribute('aria-valuemax', String(nodes.length - 1));
    element.setAttribute('aria-valuenow', String(at));
    element.setAttribute('aria-valuetext', describe(at));
  };

  /** @param {number} i */
  const describe = (i) => {
    const n = nodes[i];
    if (!n) return '';
    const share = shareAt(session, n);
    const move = n.move ? t('analyze.moveAt', {n: session.tree.number(n), move: n.move}) : t('analyze.start');
    return share === undefined ? move : t('analyze.graphAt', {move, chances: percent(share)});
  };
  const indexAt = (/** @type {PointerEvent} */ e) => {
    const box = element.getBoundingClientRect();
    return Math.min(Math.max(Math.round(((e.clientX - box.left) / box.width) * (nodes.length - 1)), 0), nodes.length - 1);
  };
  element.addEventListener('pointerdown', (e) => {
    if (e.button !== 0) return;
    session.tree.goto(nodes[indexAt(e)]);
    element.setPointerCapture(e.pointerId);
  });
  element.addEventListener('pointermove', (e) => {
    const i = indexAt(e);
    if (element.hasPointerCapture(e.pointerId)) session.tree.goto(nodes[i]);
    tip.hidden = false;
    tip.textContent = describe(i);
    tip.style.left = `${Math.min(Math.max((100 * i) / Math.max(nodes.length - 1, 1), 12), 88)}%`;
  });
  element.addEventListener('pointerleave', () => (tip.hidden = true));
  element.addEventListener('keydown', (e) => {
    const at = nodes.indexOf(session.node);
    /** @type {Record<string, number>} */
    const to = {ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1, Home: 0, End: nodes.length - 1, PageUp: at - 10, PageDown: at + 10};
    if (!(e.key in to)) return;
    e.preventDefault();
    e.stopPropagation();
    session.tree.goto(nodes[Math.min(Math.max(to[e.key], 0), nodes.length - 1)]);
  });

  session.on('tree facts lines judged', oncePerFrame(render));
  render();
  return element;
}

/**
 * Runs of nodes whose chances are known, as points of the graph.
 * @param {(number|undefined)[]} shares
 */
function runs(shares) {
  /** @type {{x: number, y: number}[][]} */
  const all = [];
  /** @type {{x: number, y: number}[]} */
  let run = [];
  shares.forEach((share, x) => {
    if (share === undefined) return void (run = []);
    if (!run.length) all.push(run);
    run.push({x, y: 1 - share});
  });
  return all;
}

/** @param {(number|undefined)[]} shares */
function areas(shares) {
  return runs(shares)
    .filter((run) => run.length > 1)
    .map((run) => shape('path', {class: 'an-area', d: `M${run[0].x} 1${run.map((p) => `L${p.x} ${p.y.toFixed(4)}`).join('')}V1Z`}));
}

/** @param {(number|undefined)[]} shares */
function curves(shares) {
  return runs(shares).map((run) => {
    const points = run.length > 1 ? run : [run[0], {...run[0], x: run[0].x + 0.01}];
    return shape('path', {class: 'an-curve', d: `M${points.map((p) => `${p.x} ${p.y.toFixed(4)}`).join('L')}`});
  });
}

/**
 * @param {string} tag
 * @param {Record<string, string>} attributes
 */
function shape(tag, attributes) {
  const e = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) e.setAttribute(name, value);
  return e;
}
