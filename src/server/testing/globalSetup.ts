import type { TestProject } from 'vitest/node';
import { ensurePreparedImage } from '#server/db/preparedImage.ts';
import { startTestServer, type TestServer } from './testServer.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL server of the tests. Null: there is none, and they use the embedded database. */
    testServer: TestServer | null;
  }
}

/** Migrates one database of each kind. Tests copy it, which is much quicker than migrating each time. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await ensurePreparedImage();
  const server = await startTestServer();
  project.provide('testServer', server?.template ?? null);
  return server?.stop ?? (async () => {});
}
