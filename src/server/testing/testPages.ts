import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { languages, pathIn } from '#shared/languages.ts';
import { SiteUnderTest } from './siteUnderTest.ts';
import { sharedDatabase } from './testDatabase.ts';

type Texts = Readonly<Record<string, string>>;

/**
 * Writes what a build of the front end leaves: a shell that says in which language it is, one script, pages that name
 * their path, the site and the files for a component named Page, and other files by their names.
 *
 * @param pages what other pages say, by their addresses.
 * @returns where it lies.
 */
export async function writeFrontEnd({
  files = {},
  pages = {},
}: { files?: Texts; pages?: Texts } = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'reround-pages-'));
  const built: Record<string, string> = { 'web/assets/main.js': 'export {};' };
  for (const language of languages) {
    built[`renderer/${language}/package.json`] = '{"type":"module"}';
    built[`renderer/${language}/index.html`] = `<html><title>ReRound</title><p>Shell ${language}`;
    built[`renderer/${language}/manifest.json`] = JSON.stringify({
      'Page.tsx': { file: 'assets/Page.js', name: 'Page', isDynamicEntry: true, imports: ['part.tsx'] },
      'part.tsx': { file: 'assets/part.js', imports: ['Page.tsx'] },
      'Other.tsx': { file: 'assets/Other.js', name: 'Other', isDynamicEntry: true },
    });
    built[`renderer/${language}/render.js`] = `
      export async function renderPage(path, { site: { organization }, publicUrl, filesOf }) {
        if (organization.name === 'Broken') throw new Error('No page can say this.');
        const said = ${JSON.stringify(pages)}[${JSON.stringify(pathIn(language, ''))} + path];
        if (said) return said;
        return '<html><p>' + ['${language}', path, organization.name, publicUrl, filesOf(['Page', 'Frame'])].join(' ');
      }
      export const renderShell = ({ template, site }) => template + ' of ' + site.organization.name;`;
  }
  for (const [name, text] of Object.entries(files)) built[`web/${name}`] = text;
  for (const [name, text] of Object.entries(built)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return join(folder, 'web');
}

/** The whole server as `useTestSite` has it, with a front end. */
export function useTestSiteWithPages(pages: Texts = {}): SiteUnderTest {
  const site = new SiteUnderTest();
  let directory: string;
  beforeAll(async () => {
    directory = await writeFrontEnd({ pages });
    await site.open(await sharedDatabase('server'), { pages: directory });
  });
  beforeEach(() => site.reset());
  afterAll(async () => {
    await site.app.close();
    await rm(dirname(directory), { recursive: true });
  });
  return site;
}
