import { beforeAll, beforeEach } from 'vitest';
import { SiteUnderTest } from './siteUnderTest.ts';
import { sharedDatabase } from './testDatabase.ts';

interface Options {
  rateLimits?: boolean;
  /**
   * `server` is PostgreSQL by one connection, or the embedded database on a machine without PostgreSQL. `races` gives calls that
   * collide a connection each; only a `*.race.test.ts` may ask for it, since those are left out where there is no PostgreSQL.
   */
  on?: 'server' | 'races' | 'embedded';
}

const sites = new Map<string, SiteUnderTest>();

/** The whole server, one for all test files of this process, emptied before each file and each test. */
export function useTestSite({ rateLimits = false, on = 'server' }: Options = {}): SiteUnderTest {
  const key = JSON.stringify({ rateLimits, on });
  const site = sites.get(key) ?? new SiteUnderTest();
  sites.set(key, site);
  beforeAll(async () => {
    if (!site.isOpen) await site.open(await sharedDatabase(on), { rateLimits });
    await site.reset();
  });
  beforeEach(() => site.reset());
  return site;
}
