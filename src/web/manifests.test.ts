import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { pathIn } from '#shared/languages.ts';

interface Manifest extends Record<string, unknown> {
  description: string;
  start_url: string;
  shortcuts: { name: string; url: string }[];
}

function manifest(file: string): Manifest {
  return JSON.parse(readFileSync(path.join(import.meta.dirname, 'public', file), 'utf8')) as Manifest;
}

test('the French app is the English one with French words and addresses', () => {
  const english = manifest('site.webmanifest');
  const french = manifest('site.fr.webmanifest');
  expect(french).toEqual({
    ...english,
    lang: 'fr-CA',
    description: french.description,
    start_url: pathIn('fr', english.start_url),
    shortcuts: english.shortcuts.map((shortcut, index) => ({
      ...shortcut,
      name: french.shortcuts[index]?.name,
      url: pathIn('fr', shortcut.url),
    })),
  });
  const texts = ({ description, shortcuts }: Manifest) => [description, ...shortcuts.map(({ name }) => name)];
  expect(texts(french).filter((text) => texts(english).includes(text))).toEqual([]);
});
