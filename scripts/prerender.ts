/** Puts each public page as HTML into the build, with a head of its own: they show before any script has run. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Rolldown } from 'vite';
import { siteDefaults, type SiteInfo } from '../src/features/site/siteDefaults.ts';
import { type Language, pathIn } from '../src/shared/languages.ts';
import {
  NOT_FOUND_PAGE,
  pagesWithoutCode,
  type PageTemplate,
  prerenderedFile,
  prerenderedPages,
  type Renderer,
  shellFile,
  shownQueries,
} from '../src/shared/prerendered.ts';
import { screenAt } from '../src/shared/screenAt.ts';

type Output = Rolldown.RolldownOutput['output'];

interface PrerenderOptions {
  /** Where the built front end lies. */
  directory: string;
  language: Language;
  /** What the front end's build in this language gave. */
  client: Output;
  /** The document that it made of `src/web/index.html`. */
  shell: string;
  /** The built `src/web/prerender.tsx`. The server finds the templates beside it. */
  renderer: string;
}

/**
 * Renders each page as a new site has it, and leaves what the server needs to render it anew.
 *
 * @throws Error if a page has no title or description, is no screen, or has a class without a rule.
 */
export async function prerenderPages(options: PrerenderOptions): Promise<void> {
  const { directory, language, client, renderer } = options;
  const { renderPages } = (await import(pathToFileURL(renderer).href)) as Renderer<SiteInfo>;
  const shell = withFonts(await readFile(options.shell, 'utf8'), client);
  const boot = entryNamed(client, 'boot');
  const templates: PageTemplate[] = [
    {
      page: null,
      file: shellFile(language),
      html: shell.replace('</title>', `</title>\n    ${script(boot, [])}`),
    },
  ];
  const sheetsOf = new Map<string, string[]>();
  for (const page of [...prerenderedPages, ...pagesWithoutCode, NOT_FOUND_PAGE]) {
    const entry = entryNamed(client, screenAt(page)?.document ?? 'app');
    const sheets = stylesOf(client, entry);
    sheetsOf.set(page, sheets);
    const code = pagesWithoutCode.includes(page) ? [] : [script(boot, withImports(client, entry))];
    const html = withTags(shell, [...code, ...sheets.map(styleSheet)]);
    for (const shown of shownQueries(page)) {
      const file = prerenderedFile(pathIn(language, page), shown);
      templates.push({ page, file, html: html.replace('<html', `<html${attributesOf(shown)}`) });
    }
  }
  await writeFile(path.join(path.dirname(renderer), 'templates.json'), JSON.stringify(templates));
  for (const { page, file, html } of await renderPages(templates, siteDefaults)) {
    if (page !== null) await checkClasses(page, html, directory, sheetsOf.get(page) ?? []);
    await mkdir(path.dirname(path.join(directory, file)), { recursive: true });
    await writeFile(path.join(directory, file), html);
  }
}

/** What a document says of the query that it is for, and whether it is for a browser that may know its donor. */
function attributesOf(shown: string): string {
  const query = shown.replace(/ ?donor$/, '');
  return `${query && ` data-query="${query}"`}${query === shown ? '' : ' data-donor'}`;
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
  `<script type="module" fetchpriority="low" crossorigin src="/${fileName}"${files.length > 0 ? ` data-files="${files.map((file) => `/${file.fileName}`).join(' ')}"` : ''}></script>`;
const styleSheet = (file: string) => `<link rel="stylesheet" crossorigin href="/${file}">`;
const stylesOf = (client: Output, entry: Rolldown.OutputChunk) =>
  withImports(client, entry).flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);

/** Classes that only mark an element for the rules of others. */
const marker = /^(group|peer|lucide)\b/;

/** @throws Error naming the classes of a page that its style sheets have no rule for. */
async function checkClasses(page: string, markup: string, directory: string, sheets: string[]) {
  const styles = await Promise.all(sheets.map((file) => readFile(path.join(directory, file), 'utf8')));
  const known = new Set(
    [...styles.join('').matchAll(/\.((?:\\[\da-f]{1,6} ?|\\.|[\w-])+)/gi)].map(([, name = '']) =>
      name
        .replaceAll(/\\([\da-f]{1,6}) ?/gi, (_, code: string) => String.fromCodePoint(parseInt(code, 16)))
        .replaceAll(/\\(.)/g, '$1'),
    ),
  );
  const used = [...markup.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) =>
    names.replaceAll('&amp;', '&').replaceAll('&gt;', '>').replaceAll('&#x27;', "'").split(/\s+/),
  );
  const missing = [...new Set(used)].filter((name) => name && !known.has(name) && !marker.test(name));
  if (missing.length > 0) throw new Error(`The style sheets of ${page} lack ${missing.join(', ')}.`);
}

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
