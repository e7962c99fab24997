import { globSync, readFileSync } from 'node:fs';
import { createElement, isValidElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { sentences } from '#french/sentences.ts';
import type * as mailWords from '#words/mail.ts';
import type * as siteWords from '#words/site.ts';
import type * as tillWords from '#words/till.tsx';

const counts = [[0], [1], [2], [3]];
const office = { phone: null, email: 'hello@reround.example' };

/** The arguments with which the functions among the words are called, by function name. */
const examples: Record<string, readonly unknown[][]> = {
  allSpent: [1, 2, 3, undefined].map((uses) => ['This code is used up', uses]),
  by: [['Bo']],
  clock: [[900], [872], [65], [60], [59], [0]],
  codeGivenBack: [0, 1, 2].map((remaining) => ['RR-ABC234', remaining]),
  goodUntil: [['Dec 20, 2026'], ['Dec 20, 2026', 'Prairie Rewear']],
  helpLink: [[(text: string) => createElement('a', null, text)]],
  keepAndLockText: [[30]],
  keepPinHint: [[30]],
  lead: [['ReRound']],
  linkEnded: [[24]],
  minutes: counts,
  practiseText: [[{ valid: 'RR-AAA222', usedUp: 'RR-BBB333', expired: 'RR-CCC444' }]],
  'tillLink.question': [['Prairie Rewear']],
  'undo.question': [['RR-ABC234']],
  redeemed: counts,
  reversed: counts,
  takeSavingOff: [[undefined], ['20% off']],
  timeLeft: [['14:32']],
  typeInstead: [['This device has no camera.']],
  undone: [['2:45 PM']],
  usesLeft: counts,
  whoGivesBack: [
    [15, office],
    [15, { ...office, phone: '204 555 0123' }],
  ],
};

/** The words of the till, of its failures and of the page of its links, by section. */
async function wordsOf(language: string): Promise<Record<string, object>> {
  const load = async (file: string) =>
    (await import(new URL(`${language}/${file}`, import.meta.url).href)) as unknown;
  const { partnerPin, ...till } = (await load('till.tsx')) as typeof tillWords;
  const { errorTitle, unknownError } = (await load('site.ts')) as typeof siteWords;
  const { tillLink } = (await load('mail.ts')) as typeof mailWords;
  return { ...till, partnerPin: { partnerPin }, failures: { errorTitle, unknownError }, tillLink };
}

/** Every sentence in a value, each as a line with its name. */
function linesOf(value: unknown, section: string, path: string): string[] {
  if (typeof value === 'function') {
    const calls = examples[path] ?? examples[`${section}.${path}`];
    if (!calls) throw new Error(`Give ${section}.${path} example values in this test.`);
    return calls.flatMap((values) => {
      const shown = values.map((argument) =>
        typeof argument === 'function' ? 'link' : JSON.stringify(argument),
      );
      return linesOf(
        (value as (...values: unknown[]) => unknown)(...values),
        section,
        `${path}(${shown.join(', ')})`,
      );
    });
  }
  if (typeof value === 'object' && value !== null && !isValidElement(value)) {
    return Object.entries(value).flatMap(([key, part]) => linesOf(part, section, `${path}.${key}`));
  }
  const text = isValidElement(value)
    ? renderToStaticMarkup(value)
        .replaceAll(/<[^>]+>/g, '')
        .replaceAll('&#x27;', "'")
    : String(value);
  return [`${path}: ${text}`];
}

test('the till’s words in both languages are those of the reviewed text', async () => {
  const [english, french] = [await wordsOf('en'), await wordsOf('fr')];
  const sections = Object.keys(english)
    .toSorted()
    .flatMap((name) =>
      Object.entries({ en: english, fr: french }).map(([language, words]) => [
        `======== ${name}, ${language}`,
        ...Object.entries(words[name] ?? {}).flatMap(([key, value]) => linesOf(value, name, key)),
      ]),
    );
  expect(sections.length).toBeGreaterThan(25);
  await expect(`${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`).toMatchFileSnapshot(
    'till.snapshot.txt',
  );
});

test('the server’s answers at the till are in French as in the reviewed text', async () => {
  const source = globSync(
    'src/features/till/{contract,rules,server,serverClosing,serverStatements,serverTills}.ts',
  )
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const answers = Object.entries(sentences)
    .filter(([english]) => source.includes(`'${english}'`) || /^(Too many|This is being used)/.test(english))
    .map(([english, french]) => `${english}\n  ${french}`);
  expect(answers.length).toBeGreaterThan(15);
  await expect(`${answers.join('\n')}\n`).toMatchFileSnapshot('tillAnswers.snapshot.txt');
});
