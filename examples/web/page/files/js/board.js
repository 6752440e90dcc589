// @ts-check
// The board: a picture in SVG for the eye and the mouse, and over it a grid of cells for the keyboard and for screen readers. It
// shows a position and tells which point was chosen; it knows no rules.

import {register, t} from './i18n.js';
import {coordinates, pointAt} from './points.js';
import {el, svg} from './ui.js';
import words from './words/board.js';

register('board', words);

/** @typedef {import('./points.js').Color} Color */
/**
 * A stone; a ghost is one that is only thought of.
 * @typedef {{point: string, color: Color, number?: number, ghost?: boolean}} BoardStone
 */
/** @typedef {{point: string, foul: string}} Forbids */

/**
 * A mark on a point. A "rank" is a ring with a number, as for the best moves, and with a text below it.
 * @typedef {object} BoardMark
 * @property {string} point
 * @property {"rank"|"good"|"bad"|"missed"|"threat"|"candidate"|"label"} kind
 * @property {string} [text]
 * @property {string} [sub] a small second line, such as the chances
 * @property {string} [title] what the mark means, for who hovers or listens
 * @property {Color} [color] whose threat it is
 */

/**
 * What a board shows.
 * @typedef {object} BoardState
 * @property {number} size
 * @property {BoardStone[]} stones
 * @property {string|null} [last] the point of the last move
 * @property {string[]} [row] the winning row
 * @property {Forbids[]} [forbidden]
 * @property {BoardMark[]} [marks]
 * @property {Color} [turn] the color of the stone that a click places
 * @property {boolean|"all"} [clickable] empty points can be chosen; "all": those with stones, too
 * @property {boolean} [coordinates]
 * @property {boolean} [numbers]
 */

/** A cell's side in the units of the picture. */
const CELL = 40;

/** How far from an intersection, in cells, a click still counts. */
const NEAR = 0.45;

const WOOD = '#e2b66d';
const LINE = '#5b3f17';
const RANKS = ['#1a7f37', '#0a5ec2', '#6f42c1', '#9a6700', '#57606a'];

let boards = 0;

export class Board extends EventTarget {
  /** @param {HTMLElement} parent */
  constructor(parent) {
    super();
    this.id = `board${++boards}`;
    /** @type {BoardState} */
    this.shown = {size: 0, stones: []};
    /** @type {Map<string, SVGGElement>} The stones that are drawn, by point. */
    this.drawn = new Map();
    /** @type {Map<string, HTMLElement>} */
    this.cells = new Map();
    this.focus = '';
    this.ghostAt = '';
    /** @type {Record<'under'|'stones'|'marks'|'ghost', SVGGElement>|undefined} */
    this.layers = undefined;
    this.picture = svg('svg', {class: 'board-picture', 'aria-hidden': 'true'});
    this.grid = el('div', {class: 'board-grid', role: 'grid', 'aria-label': t('board.board')});
    this.element = el('div', {class: 'board'}, this.picture, this.grid);
    parent.append(this.element);
    this.element.addEventListener('pointermove', (event) => this.hover(event));
    this.element.addEventListener('pointerleave', () => this.ghost(null));
    this.element.addEventListener('click', (event) => this.clicked(event));
    this.grid.addEventListener('keydown', (event) => this.key(event));
    this.grid.addEventListener('focusin', (event) => {
      const point = /** @type {HTMLElement} */ (event.target).dataset.point;
      if (point) this.moveFocus(point);
    });
  }

  /**
   * Shows a position.
   * @param {BoardState} shown
   */
  show(shown) {
    const other = shown.size !== this.shown.size || (shown.coordinates ?? true) !== (this.shown.coordinates ?? true);
    const fresh = other || this.drawn.size === 0;
    this.shown = shown;
    if (other) this.build();
    this.drawStones(!fresh);
    this.drawForbidden();
    this.drawMarks();
    this.element.classList.toggle('clickable', Boolean(shown.clickable));
    this.label();
    if (!shown.clickable) this.ghost(null);
  }

  /** The margin around the outermost lines, which holds the coordinates. */
  get margin() {
    return CELL * ((this.shown.coordinates ?? true) ? 0.95 : 0.6);
  }

  /** Where a point is in the picture. @param {string} point */
  at(point) {
    const c = coordinates(point, this.shown.size) ?? {x: 0, y: 0};
    return {x: this.margin + c.x * CELL, y: this.margin + (this.shown.size - 1 - c.y) * CELL};
  }

  /** Draws an empty board of the size. */
  build() {
    const {size} = this.shown;
    const side = 2 * this.margin + (size - 1) * CELL;
    const low = this.margin;
    const high = side - low;
    this.picture.setAttribute('viewBox', `0 0 ${side} ${side}`);
    let lines = '';
    for (let i = 0; i < size; i++) {
      const d = low + i * CELL;
      lines += `M${low} ${d}H${high}M${d} ${low}V${high}`;
    }
    const gradient = (/** @type {string} */ name, /** @type {[string, string][]} */ stops) =>
      svg('radialGradient', {id: `${this.id}-${name}`, cx: '0.36', cy: '0.3', r: '0.75'}, stops.map(([offset, color]) => svg('stop', {offset, 'stop-color': color})));
    const layer = (/** @type {string} */ name) => svg('g', {class: name});
    this.layers = {under: layer('board-under'), stones: layer('board-stones'), marks: layer('board-marks'), ghost: layer('board-ghost')};
    this.picture.replaceChildren(
      svg('defs', null, gradient('black', [['0', '#6b7076'], ['0.45', '#24272b'], ['1', '#08090a']]), gradient('white', [['0', '#ffffff'], ['0.6', '#f1efe9'], ['1', '#c9c4b8']])),
      svg('rect', {class: 'board-wood', width: side, height: side, rx: CELL * 0.16, fill: WOOD}),
      svg('path', {class: 'board-lines', d: lines, stroke: LINE, 'stroke-width': 1.2, fill: 'none', 'stroke-linecap': 'square'}),
      svg('rect', {class: 'board-frame', x: low, y: low, width: high - low, height: high - low, stroke: LINE, 'stroke-width': 2, fill: 'none'}),
      svg('g', {class: 'board-stars', fill: LINE}, stars(size).map((p) => svg('circle', {cx: this.at(p).x, cy: this.at(p).y, r: 3.6}))),
      this.names(low, high),
      this.layers.under,
      this.layers.stones,
      this.layers.marks,
      this.layers.ghost,
    );
    this.drawn.clear();
    this.buildGrid();
  }

  /** The names of columns and rows. @param {number} low @param {number} high */
  names(low, high) {
    const {size} = this.shown;
    const group = svg('g', {class: 'board-names', fill: LINE, 'font-size': 13, 'font-family': 'system-ui, sans-serif', 'text-anchor': 'middle'});
    if (!(this.shown.coordinates ?? true)) return group;
    const gap = CELL * 0.66;
    for (let i = 0; i < size; i++) {
      const d = low + i * CELL;
      group.append(svg('text', {x: d, y: high + gap + 5}, pointAt(i, 0)[0].toUpperCase()), svg('text', {x: low - gap, y: d + 4.5}, size - i));
    }
    return group;
  }

  /** @param {boolean} animate */
  drawStones(animate) {
    const {stones, last, row = [], numbers} = this.shown;
    const now = new Map(stones.map((s) => [s.point, s]));
    for (const [point, g] of this.drawn) {
      if (now.get(point)?.color === g.dataset.color) continue;
      g.remove();
      this.drawn.delete(point);
    }
    const added = stones.filter((s) => !this.drawn.has(s.point));
    for (const s of stones) {
      const {x, y} = this.at(s.point);
      let g = this.drawn.get(s.point);
      if (!g) {
        g = svg(
          'g',
          {class: animate && added.length === 1 ? 'stone drop' : 'stone', transform: `translate(${x} ${y})`},
          svg(
            'g',
            null,
            svg('circle', {cx: 1.2, cy: 2.2, r: CELL * 0.455, fill: '#000000', 'fill-opacity': 0.28}),
            svg('circle', {class: `stone-${s.color}`, r: CELL * 0.455, fill: `url(#${this.id}-${s.color})`, stroke: s.color === 'white' ? '#8f897b' : '#000000', 'stroke-width': 0.6}),
          ),
        );
        g.dataset.color = s.color;
        this.layers?.stones.append(g);
        this.drawn.set(s.point, g);
      }
      g.setAttribute('opacity', s.ghost ? '0.6' : '1');
      g.querySelectorAll('.on-stone').forEach((e) => e.remove());
      const ink = s.color === 'black' ? '#ffffff' : '#1b1b1b';
      if (row.includes(s.point)) g.append(svg('circle', {class: 'on-stone', r: CELL * 0.455, fill: 'none', stroke: '#1a9c4b', 'stroke-width': 4}));
      if (numbers && s.number) {
        const long = s.number > 99;
        g.append(svg('text', {class: 'on-stone', y: long ? 4.5 : 5.5, 'text-anchor': 'middle', 'font-size': long ? 13 : 16, 'font-weight': 600, 'font-family': 'system-ui, sans-serif', fill: s.point === last ? '#e5484d' : ink}, s.number));
      } else if (s.point === last) {
        g.append(svg('circle', {class: 'on-stone', r: CELL * 0.13, fill: '#e5484d'}));
      }
    }
  }

  drawForbidden() {
    this.layers?.under.replaceChildren(
      ...(this.shown.forbidden ?? []).map(({point, foul}) => {
        const {x, y} = this.at(point);
        return svg('path', {class: 'forbidden', d: `M${x - 7} ${y - 7}L${x + 7} ${y + 7}M${x + 7} ${y - 7}L${x - 7} ${y + 7}`, stroke: '#c62828', 'stroke-width': 3, 'stroke-linecap': 'round'}, svg('title', null, foulName(foul)));
      }),
    );
  }

  drawMarks() {
    const stones = new Map(this.shown.stones.map((s) => [s.point, s.color]));
    let ranks = 0;
    this.layers?.marks.replaceChildren(
      ...(this.shown.marks ?? []).map((m) => {
        const {x, y} = this.at(m.point);
        const g = svg('g', {class: `mark mark-${m.kind}`, transform: `translate(${x} ${y})`}, m.title && svg('title', null, m.title));
        const on = stones.get(m.point);
        const write = (/** @type {string} */ text, /** @type {Record<string, any>} */ props) =>
          g.append(svg('text', {'text-anchor': 'middle', 'font-family': 'system-ui, sans-serif', 'font-weight': 600, ...props}, text));
        switch (m.kind) {
          case 'rank': {
            const color = RANKS[Math.min(ranks++, RANKS.length - 1)];
            g.append(svg('circle', {r: CELL * 0.42, fill: WOOD, class: 'board-wood', stroke: color, 'stroke-width': 2.6}));
            write(m.text ?? '', {y: m.sub ? 0 : 5.5, 'font-size': m.sub ? 14 : 16, fill: color});
            if (m.sub) write(m.sub, {y: 11, 'font-size': 10.5, fill: '#3a2a10'});
            break;
          }
          case 'good':
          case 'bad':
          case 'missed':
          case 'threat': {
            const color = {good: '#1a7f37', bad: '#c62828', missed: '#b35900', threat: m.color === 'white' ? '#1b1b1b' : '#ffffff'}[m.kind];
            if (m.kind === 'threat') g.append(svg('rect', {x: -CELL * 0.25, y: -CELL * 0.25, width: CELL * 0.5, height: CELL * 0.5, rx: 2, fill: m.color === 'white' ? '#f6f3ec' : '#1b1b1b', 'fill-opacity': 0.85, stroke: '#c62828', 'stroke-width': 2, transform: 'rotate(45)'}));
            else g.append(svg('circle', {r: CELL * 0.48, fill: 'none', stroke: color, 'stroke-width': 3}));
            if (m.text) write(m.text, {y: 5, 'font-size': 13, fill: on === 'black' ? '#ffffff' : color});
            break;
          }
          case 'candidate':
            g.append(svg('circle', {r: CELL * 0.2, fill: '#0a5ec2', 'fill-opacity': 0.55, stroke: '#ffffff', 'stroke-width': 1.5}));
            break;
          default:
            if (!on) g.append(svg('circle', {class: 'board-wood', r: CELL * 0.3, fill: WOOD}));
            write(m.text ?? '', {y: 5.5, 'font-size': 16, fill: on === 'black' ? '#ffffff' : '#1b1b1b'});
        }
        return g;
      }),
    );
  }

  /** Builds the cells over the picture. */
  buildGrid() {
    const {size} = this.shown;
    const side = 2 * this.margin + (size - 1) * CELL;
    // The cells lie around the intersections, half a cell beyond the outermost lines.
    this.grid.style.setProperty('--inset', `${((this.margin - CELL / 2) / side) * 100}%`);
    this.grid.setAttribute('aria-rowcount', String(size));
    this.grid.setAttribute('aria-colcount', String(size));
    this.cells.clear();
    const rows = [];
    for (let y = size - 1; y >= 0; y--) {
      const row = el('div', {role: 'row', class: 'board-row'});
      for (let x = 0; x < size; x++) {
        const point = pointAt(x, y);
        const cell = el('div', {role: 'gridcell', class: 'board-cell', tabindex: '-1', dataset: {point}});
        this.cells.set(point, cell);
        row.append(cell);
      }
      rows.push(row);
    }
    this.grid.replaceChildren(...rows);
    if (!this.cells.has(this.focus)) this.focus = pointAt(size >> 1, size >> 1);
    this.cells.get(this.focus)?.setAttribute('tabindex', '0');
  }

  /** Gives each cell the words for what is there. */
  label() {
    const stones = new Map(this.shown.stones.map((s) => [s.point, s]));
    const fouls = new Map((this.shown.forbidden ?? []).map((f) => [f.point, f.foul]));
    const marks = new Map((this.shown.marks ?? []).map((m) => [m.point, m.title ?? m.text ?? '']));
    for (const [point, cell] of this.cells) {
      const s = stones.get(point);
      const parts = [point, s ? t(`board.${s.color}`) : t('board.empty')];
      if (s?.number) parts.push(t('board.move', {n: s.number}));
      if (point === this.shown.last) parts.push(t('board.last'));
      if (this.shown.row?.includes(point)) parts.push(t('board.row'));
      const foul = fouls.get(point);
      if (foul) parts.push(foulName(foul));
      const mark = marks.get(point);
      if (mark) parts.push(mark);
      const text = parts.join(', ');
      if (cell.getAttribute('aria-label') !== text) cell.setAttribute('aria-label', text);
      cell.title = foul ? foulName(foul) : (mark ?? '');
    }
  }

  /**
   * The point at a place of the page, or null if none is near.
   * @param {{clientX: number, clientY: number}} place
   */
  pointNear({clientX, clientY}) {
    const box = this.picture.getBoundingClientRect();
    const {size} = this.shown;
    if (!size || !box.width) return null;
    const scale = (2 * this.margin + (size - 1) * CELL) / box.width;
    const x = ((clientX - box.left) * scale - this.margin) / CELL;
    const y = size - 1 - ((clientY - box.top) * scale - this.margin) / CELL;
    const [column, row] = [Math.round(x), Math.round(y)];
    if (column < 0 || row < 0 || column >= size || row >= size || Math.hypot(x - column, y - row) > NEAR) return null;
    return pointAt(column, row);
  }

  /** @param {PointerEvent} event */
  hover(event) {
    this.ghost(event.pointerType === 'mouse' ? this.pointNear(event) : null);
  }

  /**
   * Shows where a click would put a stone.
   * @param {string|null} point
   */
  ghost(point) {
    const {clickable, turn, stones, forbidden = []} = this.shown;
    const free = point && clickable && !stones.some((s) => s.point === point) && !forbidden.some((f) => f.point === point);
    const at = free ? point : '';
    this.element.classList.toggle('on-point', Boolean(at));
    if (this.ghostAt === at) return;
    this.ghostAt = at;
    if (!at || !turn) {
      this.layers?.ghost.replaceChildren();
      return;
    }
    const {x, y} = this.at(at);
    this.layers?.ghost.replaceChildren(svg('circle', {cx: x, cy: y, r: CELL * 0.44, fill: `url(#${this.id}-${turn})`, opacity: 0.5}));
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    // A screen reader clicks a cell; a mouse goes through the cells, and may hit the wood between the lines.
    const point = /** @type {HTMLElement} */ (event.target).dataset?.point ?? this.pointNear(event);
    if (!point) return;
    this.moveFocus(point);
    this.choose(point);
  }

  /** @param {string} point */
  choose(point) {
    const {clickable, stones} = this.shown;
    if (!clickable || (clickable !== 'all' && stones.some((s) => s.point === point))) return;
    this.dispatchEvent(new CustomEvent('point', {detail: {point}}));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const step = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1], Home: [-99, 0], End: [99, 0], PageUp: [0, 99], PageDown: [0, -99]}[event.key];
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (step) {
      const c = coordinates(this.focus, this.shown.size);
      if (!c) return;
      const within = (/** @type {number} */ n) => Math.min(Math.max(n, 0), this.shown.size - 1);
      this.moveFocus(pointAt(within(c.x + step[0]), within(c.y + step[1])));
      this.cells.get(this.focus)?.focus();
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.choose(this.focus);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {string} point */
  moveFocus(point) {
    if (point === this.focus) return;
    this.cells.get(this.focus)?.setAttribute('tabindex', '-1');
    this.focus = point;
    this.cells.get(point)?.setAttribute('tabindex', '0');
  }

  /** The board as it is shown now, as a picture of its own. */
  svg() {
    const copy = /** @type {SVGSVGElement} */ (this.picture.cloneNode(true));
    copy.querySelector('.board-ghost')?.remove();
    copy.removeAttribute('class');
    copy.removeAttribute('aria-hidden');
    copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
    const [, , width, height] = (copy.getAttribute('viewBox') ?? '0 0 600 600').split(' ');
    copy.setAttribute('width', width);
    copy.setAttribute('height', height);
    return new XMLSerializer().serializeToString(copy);
  }
}

/** @param {string} foul */
function foulName(foul) {
  return t(`board.${foul.replaceAll(' ', '-')}`);
}

/**
 * The points with a dot, by which the eye finds its way.
 * @param {number} size
 */
function stars(size) {
  const edge = size < 9 ? 1 : size < 13 ? 2 : 3;
  const [low, high, middle] = [edge, size - 1 - edge, size >> 1];
  const points = size < 7 ? [] : [pointAt(low, low), pointAt(low, high), pointAt(high, low), pointAt(high, high)];
  if (size % 2) points.push(pointAt(middle, middle));
  if (size >= 19 && size % 2) points.push(pointAt(low, middle), pointAt(middle, low), pointAt(high, middle), pointAt(middle, high));
  return points;
}
