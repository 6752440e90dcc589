// @ts-check
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {EngineError} from '../files/js/engine/errors.js';
import {Attempt, HINTS} from '../files/js/puzzles/attempt.js';
import * as progress from '../files/js/puzzles/progress.js';
import {daily, dayOf, pick, readSet} from '../files/js/puzzles/set.js';

// The mock engine knows no rules, so the points of these lines mean nothing.
const rows = Array.from({length: 12}, (_, i) => [`renju 15 h8i9g${i + 1}`, 'vct', 'k8l8k9', 1 + (i % 5)]);
const set = readSet(rows);

test('rows become puzzles with names of their own', () => {
  assert.equal(new Set(set.map((p) => p.id)).size, set.length);
  assert.deepEqual(set[0].line, ['k8', 'l8', 'k9']);
  assert.equal(set[0].rule, 'renju');
  assert.equal(readSet([['caro-overline 15 h8', 'vcf', 'a1', 1]])[0].rule, 'caro-overline');
});

test('the puzzle of a date is the same everywhere, and each comes before one comes again', () => {
  assert.equal(dayOf(new Date(2026, 11, 1, 0, 5)), dayOf(new Date(2026, 11, 1, 23, 55)));
  assert.equal(dayOf(new Date(2026, 11, 2, 0, 5)), dayOf(new Date(2026, 11, 1, 0, 5)) + 1);
  for (const n of [1, 2, 3, 7, 12]) {
    const part = set.slice(0, n);
    const ids = Array.from({length: n}, (_, i) => daily(part, 20_000 + i).id);
    assert.equal(new Set(ids).size, n);
  }
});

test('the next puzzle is one that is not done, of the difficulty that was asked for', () => {
  const done = new Set(set.filter((p) => p.difficulty === 2).slice(1).map((p) => p.id));
  assert.equal(pick(set, {difficulty: 2, done: (id) => done.has(id)})?.id, set[1].id);
  assert.equal(pick(set, {difficulty: 2, done: () => true, not: set[1].id})?.difficulty, 2);
  assert.equal(pick([], {difficulty: 0, done: () => false}), undefined);
});

test('progress: a wrong move ends the streak, and what is solved twice counts once', () => {
  progress.solved('a', {clean: true, day: 10});
  progress.solved('b', {clean: true});
  progress.solved('b', {clean: true});
  assert.equal(progress.streak().now, 2);
  progress.tried('c');
  assert.equal(progress.streak().now, 0);
  assert.equal(progress.streak().best, 2);
  progress.solved('c', {clean: true, day: 11});
  assert.ok(progress.isSolved('c') && !progress.isClean('c'));
  assert.equal(progress.days(12).now, 2);
  assert.equal(progress.days(13).now, 0);
  progress.solved('d', {clean: false, day: 15});
  assert.deepEqual(progress.days(15), {now: 1, best: 2, last: 15});
});

/**
 * An engine that answers with what it is told.
 * @param {{reply?: string, proof?: string[], over?: string, fails?: boolean}} says
 */
function engine(says) {
  const answer = async (/** @type {any} */ request) => {
    if (says.fails) throw new EngineError('internal', 'no engine');
    const last = request.moves.at(-1);
    if (request.op === 'describe') return last === says.over ? {type: 'described', outcome: 'White wins', winner: 'white'} : {type: 'described', outcome: 'undecided', winner: ''};
    if (request.op === 'move') return {type: 'move', point: says.reply};
    return {type: 'proof', found: Boolean(says.proof), moves: says.proof, exhausted: !says.proof};
  };
  return {run: answer, quick: answer};
}

const puzzle = readSet([['freestyle 15 h8i9g7', 'vct', 'k8l8k9m9k10', 3]])[0];

test('the moves of the line solve it', async () => {
  const attempt = new Attempt(puzzle, engine({reply: 'l8', over: 'k9'}));
  assert.equal(attempt.side, 'white');
  await attempt.play('k8');
  assert.deepEqual([attempt.phase, attempt.played.join()], ['yours', 'k8,l8']);
  await attempt.play('k9');
  assert.deepEqual([attempt.phase, attempt.clean], ['solved', true]);
});

test('another first move is refuted, and taken back', async () => {
  const attempt = new Attempt(puzzle, engine({reply: 'c3', proof: ['d4']}));
  await attempt.play('a1');
  assert.deepEqual([attempt.phase, attempt.wrong?.point, attempt.wrong?.reply, attempt.clean], ['wrong', 'a1', 'c3', false]);
  attempt.retry();
  assert.deepEqual([attempt.phase, attempt.played.length], ['yours', 0]);
});

test('later, another move that wins is as good', async () => {
  const says = {reply: 'l8', proof: /** @type {string[]|undefined} */ (undefined)};
  const attempt = new Attempt(puzzle, engine(says));
  await attempt.play('k8');
  says.reply = 'c3';
  says.proof = ['d4', 'd5', 'd6'];
  await attempt.play('b2');
  assert.deepEqual([attempt.phase, attempt.line.join()], ['yours', 'd4,d5,d6']);
  says.proof = undefined;
  says.reply = 'c4';
  await attempt.play('b3');
  assert.deepEqual([attempt.phase, attempt.played.at(-1)], ['wrong', 'c4']);
  attempt.retry();
  assert.equal(attempt.played.join(), 'k8,l8,b2,c3');
});

test('where no proof is found against another defense, the defense of the line is played', async () => {
  const attempt = new Attempt(puzzle, engine({reply: 'c3'}));
  await attempt.play('k8');
  assert.deepEqual([attempt.phase, attempt.played.join()], ['yours', 'k8,l8']);
});

test('without an engine the line can be solved', async () => {
  const attempt = new Attempt(puzzle, engine({fails: true}));
  for (const point of ['k8', 'k9', 'k10']) await attempt.play(point);
  assert.equal(attempt.phase, 'solved');
  const other = new Attempt(puzzle, engine({fails: true}));
  await other.play('a1');
  assert.deepEqual([other.phase, other.wrong?.sure], ['wrong', true]);
});

test('hints come in steps, and the winning move is among the points', () => {
  const attempt = new Attempt(puzzle, engine({reply: 'l8'}));
  for (let i = 0; i < HINTS + 2; i++) attempt.hint();
  assert.equal(attempt.hints, HINTS);
  assert.ok(attempt.candidates().includes('k8'));
  assert.equal(new Set(attempt.candidates()).size, 4);
  assert.equal(attempt.clean, false);
});

test('the solution is stepped through, and the attempt goes on where it was', async () => {
  const attempt = new Attempt(puzzle, engine({reply: 'l8'}));
  attempt.show();
  assert.equal(attempt.played.join(), 'k8');
  while (attempt.step(1));
  assert.equal(attempt.played.length, 5);
  while (attempt.step(-1));
  assert.equal(attempt.played.length, 0);
  attempt.retry();
  assert.equal(attempt.phase, 'yours');
  await attempt.play('k8');
  assert.equal(attempt.played.join(), 'k8,l8');
});

test('an attempt that is left says nothing more', async () => {
  const attempt = new Attempt(puzzle, engine({reply: 'l8'}));
  const playing = attempt.play('k8');
  attempt.close();
  await playing;
  assert.equal(attempt.played.join(), 'k8');
});
