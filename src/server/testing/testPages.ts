import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { SiteUnderTest } from './siteUnderTest.ts';
import { openTestDatabase } from './testDatabase.ts';

/** The whole server as `useTestSite` has it, with a front end of an empty page and one script. */
export function useTestSiteWithPages(): SiteUnderTest {
  const site = new SiteUnderTest();
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'reround-pages-'));
    await mkdir(join(directory, 'assets'));
    await writeFile(join(directory, 'index.html'), '<!doctype html><title>ReRound</title>');
    await writeFile(join(directory, 'assets', 'main.js'), 'export {};');
    await site.open(await openTestDatabase(), { pages: directory });
  });
  beforeEach(() => site.reset());
  afterAll(async () => {
    await site.close();
    await rm(directory, { recursive: true });
  });
  return site;
}
