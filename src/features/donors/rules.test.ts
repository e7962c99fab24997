import { describe, expect, test } from 'vitest';
import { type Known, saysWho } from './rules.ts';

const known: Known = {
  names: ['Zoë van der Berg-Ångström', 'Jo'],
  emails: ['zoe.berg@post.example.ca'],
  phones: ['+1 (204) 555-0142'],
  donorIds: ['L-FEHR 77', '7601234'],
};

describe('a reason says who somebody is', () => {
  test.each([
    'Zoe van der Berg-Angstrom asked',
    'asked by ZOE',
    'the Angström case',
    'asked by Berg',
    'as van  der\u00A0Berg said',
    'Mail of zoe.berg@post.example.ca.',
    'Then ＺＯＥ asked',
    'Asked by zoe_berg',
    'called from 204.555.0142',
    'called from 555 01 42',
    'Asked (l-fehr 77)',
    'lfehr77 asked',
    'ID 760 1234',
    'z o e b e r g said so',
  ])('in "%s"', (reason) => {
    expect(saysWho(reason, known)).toBe(true);
  });

  test.each([
    'Asked by mail',
    'Berg is a word that begins a sentence. Jo, too',
    'Joint wish, post of 2026-11-20',
    'The person asked us at the desk in example hall',
    'They moved to 12 Bergen Street, 555 boxes',
    'We may hear of her: zoe asked',
    '',
  ])('not in "%s"', (reason) => {
    expect(saysWho(reason, known)).toBe(false);
  });

  test('not by what nobody has', () => {
    expect(saysWho('Asked', { names: [''], emails: [], phones: ['-'], donorIds: [] })).toBe(false);
  });
});
