import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { languages } from '#shared/languages.ts';
import { shellFile } from '#shared/prerendered.ts';
import { follow, RenderedDocuments } from './documents.ts';

interface Words {
  name: string;
}

/** Stands for the front end: says the name, breaks at one, and counts how often it was loaded. */
const renderer = `
import { appendFileSync } from 'node:fs';
export async function renderPages(templates, { name }) {
  appendFileSync(new URL('rendered.txt', import.meta.url), name + '\\n');
  if (name === 'Broken') throw new Error('No page can say this.');
  return templates.map(({ file }) => ({ file, html: '<p>' + name }));
}`;

let directory: string;
let documents: RenderedDocuments<Words>;
let failures: string[];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'reround-documents-'));
  await mkdir(join(directory, 'web'));
  await writeFile(join(directory, 'web/index.html'), '<p>As built');
  for (const language of languages) {
    const folder = join(directory, 'renderer', language);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'prerender.js'), renderer);
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    await writeFile(join(folder, 'templates.json'), JSON.stringify([{ file: shellFile(language) }]));
    await writeFile(join(folder, 'rendered.txt'), '');
  }
  documents = await RenderedDocuments.read(join(directory, 'web'), 'https://reround.example', {
    name: 'As built',
  });
  failures = [];
});

afterEach(async () => {
  await rm(directory, { recursive: true });
});

const show = (name: string, now = 0) =>
  documents.show({ name }, { now, onError: (error) => failures.push(String(error)) });

const shown = async () => (await documents.get('/index.html'))?.plain.toString();

const rendered = async () =>
  (await readFile(join(directory, 'renderer/en/rendered.txt'), 'utf8')).split('\n').slice(0, -1);

test('whoever asks after a change is told it, and of several that wait only the last is rendered', async () => {
  expect(await shown()).toBe('<p>As built');
  show('First');
  const asked = shown();
  show('Second');
  show('Third');
  expect(await asked).toBe('<p>Third');
  expect((await documents.get(shellFile('fr')))?.plain.toString()).toBe('<p>Third');
  expect(await rendered()).not.toContain('Second');
  show('As built');
  expect(await shown()).toBe('<p>As built');
});

test('what cannot be rendered leaves the pages as they are, and rests longer after each failure', async () => {
  show('Shown');
  await shown();
  const triedAt = async (now: number) => {
    const before = failures.length;
    show('Broken', now);
    expect(await shown()).toBe('<p>Shown');
    return failures.length > before;
  };
  expect(await triedAt(0)).toBe(true);
  expect(await triedAt(999)).toBe(false);
  expect(await triedAt(1000)).toBe(true);
  expect(await triedAt(2999)).toBe(false);
  expect(await triedAt(3000)).toBe(true);
  expect(failures).toEqual(Array.from({ length: 3 }, () => 'Error: No page can say this.'));

  // What is put right is shown at once, the words from before too.
  show('Mended', 3001);
  expect(await shown()).toBe('<p>Mended');
  show('Shown', 3001);
  expect(await shown()).toBe('<p>Shown');
});

test('a look that began before a change and ends after it changes nothing', async () => {
  const app = fastify();
  const reads: Array<(words: Words) => void> = [];
  const read = () => new Promise<Words>((resolve) => reads.push(resolve));
  const started = follow(app, documents, read);
  reads[0]?.({ name: 'As built' });
  const look = await started;
  const early = look();
  const late = look();
  reads[2]?.({ name: 'Changed' });
  await late;
  reads[1]?.({ name: 'As built' });
  await early;
  expect(await shown()).toBe('<p>Changed');
  await app.close();
});
