import { startTestServer } from '#server/testing/testServer.ts';

/** Gives the workers a PostgreSQL whose databases are copies of a migrated one. Without PostgreSQL theirs are embedded. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startTestServer();
  if (!server) return async () => {};
  process.env['TEST_DATABASE_URL'] = server.template.serverUrl;
  process.env['TEST_DATABASE_TEMPLATE'] = server.template.templateName;
  return server.stop;
}
