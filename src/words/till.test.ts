import { describe, expect, test } from 'vitest';
import * as frenchToday from '#french/tillToday.ts';
import * as frenchUndo from '#french/undo.tsx';
import * as frenchVerdict from '#french/verdict.ts';
import * as englishToday from '#words/tillToday.ts';
import * as englishUndo from '#words/undo.tsx';
import * as englishVerdict from '#words/verdict.ts';

describe('the uses of a code', () => {
  test('in English', () => {
    const { allSpent, usesLeft } = englishVerdict;
    expect([0, 1, 2].map(usesLeft)).toEqual(['0 uses left', '1 use left', '2 uses left']);
    expect([1, 2, 3, undefined].map(allSpent)).toEqual([
      '. Its one use is spent. No saving on this one.',
      '. Both uses are spent. No saving on this one.',
      '. All 3 uses are spent. No saving on this one.',
      '. All uses are spent. No saving on this one.',
    ]);
    expect(englishToday.codeGivenBack('RR-ABC234', 1)).toBe('RR-ABC234: 1 use left.');
  });

  test('in French', () => {
    const { allSpent, usesLeft } = frenchVerdict;
    expect([0, 1, 2].map(usesLeft)).toEqual([
      'Reste 0\u00a0utilisation',
      'Reste 1\u00a0utilisation',
      'Reste 2\u00a0utilisations',
    ]);
    expect([1, 2, 3, undefined].map(allSpent)).toEqual([
      '. Il a déjà servi. Aucun rabais avec ce code.',
      '. Il a déjà servi deux fois. Aucun rabais avec ce code.',
      '. Il a déjà servi 3\u00a0fois. Aucun rabais avec ce code.',
      '. Il a servi toutes les fois permises. Aucun rabais avec ce code.',
    ]);
    expect(frenchToday.codeGivenBack('RR-ABC234', 1)).toBe('RR-ABC234\u00a0: il reste 1\u00a0utilisation.');
    expect([0, 1, 2].map(frenchToday.reversed)).toEqual(['rendue', 'rendue', 'rendues']);
  });
});

test.each([
  [900, '15:00', '15\u00a0min\u00a00\u00a0s'],
  [872, '14:32', '14\u00a0min\u00a032\u00a0s'],
  [65, '1:05', '1\u00a0min\u00a05\u00a0s'],
  [59, '0:59', '59\u00a0s'],
  [0, '0:00', '0\u00a0s'],
])('%d seconds are left as "%s" in English, as "%s" in French', (seconds, english, french) => {
  expect([englishUndo.clock(seconds), frenchUndo.clock(seconds)]).toEqual([english, french]);
});
