import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { SiteUnderTest } from './siteUnderTest.ts';
import { sharedDatabase } from './testDatabase.ts';

/** The whole server as `useTestSite` has it, with a front end of an empty page, one script, and other files by their names. */
export function useTestSiteWithPages(files: Readonly<Record<string, string>> = {}): SiteUnderTest {
  const site = new SiteUnderTest();
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'reround-pages-'));
    await mkdir(join(directory, 'assets'));
    await writeFile(join(directory, 'index.html'), '<!doctype html><title>ReRound</title>');
    await writeFile(join(directory, 'assets', 'main.js'), 'export {};');
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(directory, name)), { recursive: true });
      await writeFile(join(directory, name), text);
    }
    await site.open(await sharedDatabase('server'), { pages: directory });
  });
  beforeEach(() => site.reset());
  afterAll(async () => {
    await site.app.close();
    await rm(directory, { recursive: true });
  });
  return site;
}
