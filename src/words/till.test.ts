import { globSync, readFileSync } from 'node:fs';
import { createElement, isValidElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { sentences } from '#french/sentences.ts';

const counted = [[0], [1], [2], [3]];
const office = { phone: null, email: 'hello@reround.example' };

/** What the functions of words are called with, by their names. */
const examples: Record<string, readonly unknown[][]> = {
  allSpent: [[1], [2], [3], [undefined]],
  by: [['Bo']],
  clock: [[900], [872], [65], [60], [59], [0]],
  codeGivenBack: [0, 1, 2].map((remaining) => ['RR-ABC234', remaining]),
  goodUntil: [['Dec 20, 2026'], ['Dec 20, 2026', 'Prairie Rewear']],
  isOver: [[24]],
  keepAndLockText: [[30]],
  lead: [['ReRound']],
  minutes: counted,
  minutesLeft: [[15], [1]],
  practiseText: [[{ valid: 'RR-AAA222', usedUp: 'RR-BBB333', expired: 'RR-CCC444' }]],
  'tillLink.question': [['Prairie Rewear']],
  'undo.question': [['RR-ABC234']],
  redeemed: counted,
  refused: [[(text: string) => createElement('a', null, text)]],
  reversed: counted,
  takeSavingOff: [[undefined], ['20% off']],
  timeLeft: [['14:32']],
  typeInstead: [['This device has no camera.']],
  undone: [['2:45 PM']],
  usesLeft: counted,
  whoGivesBack: [
    [15, office],
    [15, { ...office, phone: '204 555 0123' }],
  ],
};

/** The files of words that a screen of the till imports, and that of its frame; dates and titles are the whole site's. */
const files = globSync('src/features/{redemption,tills}/**/*.{ts,tsx}')
  .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/'#(?:words|french)\/([^']+)'/g)])
  .map(([, file = '']) => file)
  .filter((file) => file !== 'dates.ts' && file !== 'titles.ts');
const wordFiles = [...new Set(['tillFrame.ts', ...files])].toSorted();

/** Every sentence in a value of a file of words, each as a line with its name. */
function linesOf(value: unknown, file: string, path: string): string[] {
  if (typeof value === 'function') {
    const given = examples[path] ?? examples[`${file}.${path}`];
    if (!given) throw new Error(`Give ${file}.${path} example values in this test.`);
    return given.flatMap((values) => {
      const shown = values.map((one) => (typeof one === 'function' ? 'link' : JSON.stringify(one)));
      return linesOf(
        (value as (...values: unknown[]) => unknown)(...values),
        file,
        `${path}(${shown.join(', ')})`,
      );
    });
  }
  if (typeof value === 'object' && value !== null && !isValidElement(value))
    return Object.entries(value).flatMap(([key, part]) => linesOf(part, file, `${path}.${key}`));
  const text = isValidElement(value)
    ? renderToStaticMarkup(value)
        .replaceAll(/<[^>]+>/g, '')
        .replaceAll('&#x27;', "'")
    : String(value);
  return [`${path}: ${text}`];
}

async function wordsOf(language: string, file: string): Promise<string[]> {
  const address = new URL(`${language}/${file}`, import.meta.url).href;
  const words = (await import(address)) as Record<string, unknown>;
  const name = file.replace(/\..*/, '');
  return Object.entries(words).flatMap(([key, value]) => linesOf(value, name, key));
}

test('the till says in either language what its reviewed text says', async () => {
  const sections = await Promise.all(
    wordFiles.flatMap((file) =>
      ['en', 'fr'].map(async (language) => [
        `======== ${file}, ${language}`,
        ...(await wordsOf(language, file)),
      ]),
    ),
  );
  expect(sections.length).toBeGreaterThan(25);
  await expect(`${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`).toMatchFileSnapshot(
    'till.snapshot.txt',
  );
});

test('what the server answers at the till is in French as its reviewed text says', async () => {
  const source = globSync('src/features/{redemption,tills}/{contract,rules,server}.ts')
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const answers = Object.entries(sentences)
    .filter(([english]) => source.includes(`'${english}'`) || /^(Too many|This is being used)/.test(english))
    .map(([english, french]) => `${english}\n  ${french}`);
  expect(answers.length).toBeGreaterThan(15);
  await expect(`${answers.join('\n')}\n`).toMatchFileSnapshot('tillAnswers.snapshot.txt');
});
