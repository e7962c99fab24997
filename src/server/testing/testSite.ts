import { afterAll, beforeAll, beforeEach } from 'vitest';
import { SiteUnderTest } from './siteUnderTest.ts';
import { openTestDatabase } from './testDatabase.ts';

/** The whole server on a database of the test file's own, emptied before each test. */
export function useTestSite(options: { rateLimits?: boolean } = {}): SiteUnderTest {
  const site = new SiteUnderTest();
  beforeAll(async () => site.open(await openTestDatabase(), options));
  beforeEach(() => site.reset());
  afterAll(() => site.close());
  return site;
}
