// @ts-check
/** @type {import('../i18n.js').Words} */
export default {
  en: {
    board: 'Board',
    black: 'black stone',
    white: 'white stone',
    empty: 'empty',
    move: 'move {n}',
    last: 'last move',
    row: 'winning row',
    'double-three': 'forbidden for Black: two open threes at once',
    'double-four': 'forbidden for Black: two fours at once',
    overline: 'forbidden for Black: more than five in a row',
  },
  zh: {
    board: '棋盘',
    black: '黑子',
    white: '白子',
    empty: '空',
    move: '第 {n} 手',
    last: '最后一手',
    row: '胜利的一行',
    'double-three': '黑方禁手：三三',
    'double-four': '黑方禁手：四四',
    overline: '黑方禁手：长连',
  },
};
