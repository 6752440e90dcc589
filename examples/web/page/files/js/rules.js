// @ts-check
// The rules that the library has, by its names.

export const RULES = ['freestyle', 'standard', 'renju', 'caro', 'caro-overline'];
