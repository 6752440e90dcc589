// @ts-check
/** @type {import('../i18n.js').Words} */
export default {
  en: {
    rule: 'Rule',
    size: 'Board',
    opening: 'Opening',
    clock: 'Clock',
    noClock: 'No clock',
    clockOf: '{minutes} min + {increment} s a move',
  },
  zh: {
    rule: '规则',
    size: '棋盘',
    opening: '开局',
    clock: '计时',
    noClock: '不计时',
    clockOf: '{minutes} 分 + 每步 {increment} 秒',
  },
};
