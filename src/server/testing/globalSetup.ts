import type { TestProject } from 'vitest/node';
import { ensurePreparedImage } from '#server/db/preparedImage.ts';
import { startTestServer, type TestServer } from './testServer.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL of the tests. Null where this machine has none: then they run on the embedded database. */
    testServer: TestServer | null;
  }
}

/** Migrates one database of each kind, which the tests' own are copies of: that is much quicker than migrating each. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await ensurePreparedImage();
  const server = await startTestServer();
  project.provide('testServer', server?.template ?? null);
  return server?.stop ?? (async () => {});
}
