import { afterEach, expect, inject, test } from 'vitest';
import { type Running, runServer } from '#server/testing/process.ts';

const serverUrl = inject('testServer')?.serverUrl ?? '';
let started: Running | undefined;

afterEach(async () => {
  started?.child.kill('SIGKILL');
  await started?.ended;
});

test.each([
  ['fsync and synchronous_commit', {}],
  ['fsync', { options: '-c synchronous_commit=on' }],
])('refuses a PostgreSQL server with %s off', { timeout: 60_000 }, async (off, parameters) => {
  // The test server has both off, because its data may be lost.
  const url = new URL(serverUrl);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  started = runServer({ PORT: '0', DATABASE_URL: url.href, SECRET_KEY: 'k' });
  expect(await started.ended).toEqual({
    code: 1,
    output: `The PostgreSQL server at DATABASE_URL has ${off} off, so that a loss of power would undo what was acknowledged. Switch on what is off.\n`,
  });
});

test('says why a PostgreSQL server refuses the connection', { timeout: 60_000 }, async () => {
  const url = new URL(serverUrl);
  url.pathname = '/no_such_database';
  started = runServer({ PORT: '0', DATABASE_URL: url.href, SECRET_KEY: 'k' });
  expect(await started.ended).toEqual({
    code: 1,
    output: `The PostgreSQL server at ${url.host} refuses: database "no_such_database" does not exist. Correct DATABASE_URL, or the server.\n`,
  });
});
