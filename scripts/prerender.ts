/** Writes each public page as HTML into the build, with a head of its own: they show before any script has run. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Rolldown } from 'vite';
import { documentEntries, shownQueries } from '../src/shared/documents.ts';
import {
  OFFLINE_PAGE,
  prerenderedFile,
  prerenderedPages,
  PUBLIC_URL_PLACEHOLDER,
} from '../src/shared/prerenderedPages.ts';

type Output = Rolldown.RolldownOutput['output'];
type RenderScreen = (path: string) => Promise<string>;

/** An address that no screen has. */
const NOT_FOUND = '/404';

interface PrerenderOptions {
  /** Where the built front end lies. */
  directory: string;
  /** What the front end's build gave. */
  client: Output;
  /** The built `src/web/prerender.tsx`. */
  renderer: string;
}

/** @throws Error if a page has no title or description, or is no screen. */
export async function prerenderPages({ directory, client, renderer }: PrerenderOptions): Promise<void> {
  const { renderScreen } = (await import(pathToFileURL(renderer).href)) as { renderScreen: RenderScreen };
  const shellFile = path.join(directory, 'index.html');
  const shell = withFonts(await readFile(shellFile, 'utf8'), client);
  await writeFile(shellFile, shell);
  const boot = entryNamed(client, 'boot');
  const shellFor = (page: string) => {
    if (page === OFFLINE_PAGE) return withTags(shell, stylesOf(client, entryNamed(client, 'landing')));
    const entry = entryNamed(client, documentEntries[page] ?? 'app');
    return withTags(shell, [script(boot, withImports(client, entry)), ...stylesOf(client, entry)]);
  };
  for (const page of [...prerenderedPages, OFFLINE_PAGE, NOT_FOUND]) {
    const document = compose(shellFor(page), page, await renderScreen(page));
    for (const query of shownQueries(page)) {
      const file = path.join(directory, prerenderedFile(page, query));
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, query ? document.replace('<html', `<html data-query="${query}"`) : document);
    }
  }
  await rm(path.dirname(renderer), { recursive: true });
}

/** Fonts are asked for with the page, not once the style sheet that names them has come. */
function withFonts(shell: string, client: Output): string {
  const links = client
    .filter(({ fileName }) => fileName.endsWith('.woff2'))
    .map(
      ({ fileName }) =>
        `<link rel="preload" fetchpriority="low" href="/${fileName}" as="font" type="font/woff2" crossorigin>`,
    );
  return shell.replace('</title>', `</title>\n    ${links.join('\n    ')}`);
}

function entryNamed(client: Output, name: string): Rolldown.OutputChunk {
  const entry = client.find(
    (file): file is Rolldown.OutputChunk => file.type === 'chunk' && file.isEntry && file.name === name,
  );
  if (!entry) throw new Error(`The build has no entry named ${name}.`);
  return entry;
}

// A prerendered page shows without its scripts: they must not hold up its style sheet.
const script = ({ fileName }: Rolldown.OutputChunk, files: Rolldown.OutputChunk[]) =>
  `<script type="module" fetchpriority="low" crossorigin src="/${fileName}" data-files="${files.map((file) => `/${file.fileName}`).join(' ')}"></script>`;
const stylesOf = (client: Output, entry: Rolldown.OutputChunk) =>
  withImports(client, entry)
    .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
    .map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`);

/** A chunk after all that it imports, in the order that they run in. */
function withImports(
  client: Output,
  chunk: Rolldown.OutputChunk,
  found = new Set<Rolldown.OutputChunk>(),
): Rolldown.OutputChunk[] {
  for (const name of chunk.imports) {
    const imported = client.find((file) => file.fileName === name);
    if (imported?.type === 'chunk' && !found.has(imported)) withImports(client, imported, found);
  }
  found.add(chunk);
  return [...found];
}

/** The shell with other scripts and style sheets in place of the app's. */
function withTags(shell: string, tags: string[]): string {
  return shell
    .replaceAll(/\s*<(?:script|link rel="(?:modulepreload|stylesheet)")[^>]*>(?:<\/script>)?/g, '')
    .replace('</head>', `  ${tags.join('\n    ')}\n  </head>`);
}

function compose(shell: string, page: string, markup: string): string {
  // React puts the elements that belong in the head before everything else.
  const [own = ''] = /^(?:<title[^>]*>[^<]*<\/title>|<(?:meta|link)[^>]*>)*/.exec(markup) ?? [];
  const title = /<title[^>]*>([^<]*)</.exec(own)?.[1];
  const description = /<meta name="description" content="([^"]*)"/.exec(own)?.[1];
  if (!title || (!description && page !== NOT_FOUND))
    throw new Error(`${page} lacks a title or description.`);
  const head =
    page === NOT_FOUND || page === OFFLINE_PAGE ? own : own + socialCard(page, title, description ?? '');
  return shell
    .replace(/\s*<meta\s+name="description"[^>]*>/, (shellOwn) => (description ? '' : shellOwn))
    .replace(/<title>[^<]*<\/title>/, () => head)
    .replace('<div id="root"></div>', () => `<div id="root">${markup.slice(own.length)}</div>`);
}

function socialCard(page: string, title: string, description: string): string {
  const address = PUBLIC_URL_PLACEHOLDER + page;
  return [
    `<link rel="canonical" href="${address}">`,
    '<meta property="og:type" content="website">',
    '<meta property="og:site_name" content="ReRound">',
    `<meta property="og:url" content="${address}">`,
    `<meta property="og:title" content="${title}">`,
    `<meta property="og:description" content="${description}">`,
    `<meta property="og:image" content="${PUBLIC_URL_PLACEHOLDER}/social-card.png">`,
    '<meta property="og:image:width" content="1200">',
    '<meta property="og:image:height" content="630">',
    '<meta name="twitter:card" content="summary_large_image">',
  ].join('\n    ');
}
