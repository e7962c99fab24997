import { readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { shell as frenchShell } from '#french/site.ts';
import { pathIn } from '#shared/languages.ts';
import { screens } from '#shared/screens.ts';
import { shell as englishShell } from '#words/site.ts';

interface Icon {
  src: string;
  sizes: string;
}

interface Manifest extends Record<string, unknown> {
  description: string;
  start_url: string;
  icons: Icon[];
  shortcuts: { name: string; url: string; icons: Icon[] }[];
}

const publicFile = (address: string) => path.join(import.meta.dirname, 'public', address);

function manifestOf(shell: { manifest: string }): Manifest {
  return JSON.parse(readFileSync(publicFile(shell.manifest), 'utf8')) as Manifest;
}

test('the French app is the English one with French words and addresses', () => {
  const english = manifestOf(englishShell);
  const french = manifestOf(frenchShell);
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
  const textsOf = ({ description, shortcuts }: Manifest) => [
    description,
    ...shortcuts.map(({ name }) => name),
  ];
  expect(textsOf(french).filter((text) => textsOf(english).includes(text))).toEqual([]);
});

test('each icon of the installed app has the size that the manifest states, and shortcuts lead to screens', async () => {
  const { display, icons, shortcuts } = manifestOf(englishShell);
  expect(display).toBe('standalone');
  expect(shortcuts.map(({ url }) => url)).toEqual([
    screens.log.path,
    screens.redeem.path,
    screens.dashboard.path,
  ]);
  for (const { src, sizes } of [...icons, ...shortcuts.flatMap((shortcut) => shortcut.icons)]) {
    // A vector drawing states no size.
    if (sizes === 'any') continue;
    const { width, height } = await sharp(publicFile(src)).metadata();
    expect(`${width}x${height}`, src).toBe(sizes);
    // Under 96 pixels Android shows the site's own icon instead of a shortcut's.
    expect(width, src).toBeGreaterThanOrEqual(96);
  }
});

test.each([englishShell, frenchShell])('$socialCard is as large as the pages say', async ({ socialCard }) => {
  expect(await sharp(publicFile(socialCard)).metadata()).toMatchObject({
    format: 'png',
    width: 1200,
    height: 630,
  });
});
