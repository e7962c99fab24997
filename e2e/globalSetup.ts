import { startTestServer } from '#server/testing/testServer.ts';

/** Starts a PostgreSQL with a migrated database that workers copy. Without PostgreSQL they use embedded databases. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startTestServer();
  if (!server) return async () => {};
  process.env['TEST_DATABASE_URL'] = server.template.serverUrl;
  process.env['TEST_DATABASE_TEMPLATE'] = server.template.templateName;
  return server.stop;
}
