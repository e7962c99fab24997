import { expect, test } from 'vitest';
import { statementMonth as french } from '#french/statements.tsx';
import { statementMonth as english } from '#words/statements.tsx';

test.each([
  ['avril', 'Total d’avril', 'Le mois d’avril n’est pas encore terminé.', 'Avril'],
  ['mai', 'Total de mai', 'Le mois de mai n’est pas encore terminé.', 'Mai'],
  ['août', 'Total d’août', 'Le mois d’août n’est pas encore terminé.', 'Août'],
  ['octobre', 'Total d’octobre', 'Le mois d’octobre n’est pas encore terminé.', 'Octobre'],
])('French joins %s by its first letter', (month, total, monthNotOver, standalone) => {
  expect([french.totalOf(month), french.monthNotOver(month), french.standalone(month)]).toEqual([
    total,
    monthNotOver,
    standalone,
  ]);
});

test('a month has a year and days', () => {
  expect([english.yearMonth('2028-02-29'), english.monthDays('2028-02-29')]).toEqual([
    'February 2028',
    'February 1 to 29, 2028',
  ]);
  expect([french.yearMonth('2028-02-29'), french.monthDays('2028-02-29')]).toEqual([
    'février 2028',
    'Du 1er au 29 février 2028',
  ]);
});

test.each([
  [0, '0 lines', '0 ligne'],
  [1, '1 line', '1 ligne'],
  [1200, '1,200 lines', '1\u00a0200 lignes'],
])('%d lines are "%s" in English and "%s" in French', (count, inEnglish, inFrench) => {
  expect([english.lineCount(count), french.lineCount(count)]).toEqual([inEnglish, inFrench]);
});
