/** What the landing page may weigh, compressed. The build fails over budget. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Rolldown } from 'vite';
import { type Language, pathIn } from '../src/shared/languages.ts';
import { prerenderedFile } from '../src/shared/prerendered.ts';

type Output = Rolldown.RolldownOutput['output'];

const inEnglish = { JavaScript: 103, CSS: 13.5, fonts: 74, HTML: 25 };

/** French takes more letters to say the same. */
const kilobytesIn: Readonly<Record<Language, typeof inEnglish>> = {
  en: inEnglish,
  fr: { ...inEnglish, JavaScript: 103, HTML: 26 },
};

type Kind = keyof typeof inEnglish;

/** @throws Error naming each budget that the landing page goes over. */
export async function checkBudgets({
  directory,
  language,
  client,
}: {
  directory: string;
  language: Language;
  client: Output;
}): Promise<void> {
  const kilobytes = kilobytesIn[language];
  const files = landingFiles(client);
  const sizes: Record<Kind, number> = { JavaScript: 0, CSS: 0, fonts: 0, HTML: 0 };
  for (const file of files) {
    const kind: Kind = file.endsWith('.js') ? 'JavaScript' : file.endsWith('.css') ? 'CSS' : 'fonts';
    const bytes = await readFile(path.join(directory, file));
    sizes[kind] += kind === 'fonts' ? bytes.length : gzipSync(bytes, { level: 9 }).length;
  }
  sizes.HTML = gzipSync(await readFile(path.join(directory, prerenderedFile(pathIn(language, '/')))), {
    level: 9,
  }).length;

  const kinds = Object.keys(kilobytes) as Kind[];
  const lines = kinds.map((kind) => `${kind} ${(sizes[kind] / 1000).toFixed(1)} of ${kilobytes[kind]} kB`);
  console.log(`Landing page in ${language}, compressed: ${lines.join(', ')}`);
  const over = kinds.filter((kind) => sizes[kind] > kilobytes[kind] * 1000);
  if (over.length > 0)
    throw new Error(`The landing page in ${language} is over its budget for ${over.join(' and ')}.`);
}

/** Everything that the landing page can come to load, what it loads later included. */
function landingFiles(client: Output): Set<string> {
  const chunks = new Map(
    client.filter((file) => file.type === 'chunk').map((chunk) => [chunk.fileName, chunk]),
  );
  const landing = [...chunks.values()].find((chunk) => chunk.isEntry && chunk.name === 'landing');
  const files = new Set<string>();
  const visit = (name: string) => {
    const chunk = chunks.get(name);
    if (!chunk || files.has(name)) return;
    files.add(name);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    for (const asset of client) if (asset.fileName.endsWith('.woff2')) files.add(asset.fileName);
    for (const imported of [...chunk.imports, ...chunk.dynamicImports]) visit(imported);
  };
  if (landing) visit(landing.fileName);
  return files;
}
