import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { migrateDatabase, openServerDatabase } from '#server/database.ts';
import { openSecrets } from '#server/siteKey.ts';
import { runCommand } from '#server/testing/process.ts';
import { createDatabase, onPostgres, postgresForAll, processesForEach } from './fixtures.ts';

// Here, since the look calls a server bad that forgets, as the one of the other tests does.
const postgres = postgresForAll();
const processes = processesForEach();

test('npm run check looks at a site on a PostgreSQL server beside its processes', async ({ skip }) => {
  const settings = onPostgres(await createDatabase(await postgres(skip), 'checked'));
  const { database, close } = openServerDatabase(settings.DATABASE_URL, () => {});
  const look = async (others: Record<string, string> = {}) => {
    const settled = { DATA_DIR: processes.directory, PORT: '0', ...settings, ...others };
    const { code, output } = await runCommand('check', ['--json'], settled).ended;
    const { checks } = JSON.parse(output.slice(0, output.lastIndexOf('}') + 1)) as {
      checks: { name: string; state: string }[];
    };
    return { code, ...Object.fromEntries(checks.map(({ name, state }) => [name, state])) };
  };
  try {
    // The first start makes the tables.
    expect(await look()).toMatchObject({ code: 0, database: 'warning' });
    await migrateDatabase(database, (locked) =>
      openSecrets(locked, { secretKey: settings.SECRET_KEY, dataDirectory: processes.directory }),
    );
    expect(await look()).toMatchObject({
      code: 0,
      database: 'good',
      key: 'good',
      clock: 'good',
      mail: 'warning',
    });
    expect(await look({ SECRET_KEY: 'another key than that of the site' })).toMatchObject({
      code: 1,
      database: 'good',
      key: 'bad',
    });
    const past = (url: string) => look({ MIGRATION_DATABASE_URL: url });
    expect(await past('postgres://someone@localhost:1/checked')).toMatchObject({ code: 1, database: 'bad' });
    const other = new URL(settings.DATABASE_URL);
    other.pathname = '/postgres';
    expect(await past(other.href)).toMatchObject({ code: 1, database: 'bad' });
    other.pathname = '/checked';
    other.searchParams.set('application_name', 'migrations');
    expect(await past(other.href)).toMatchObject({ code: 0, database: 'good' });
    await database.execute(sql`alter database checked set synchronous_commit = off`);
    expect(await look()).toMatchObject({ code: 1, database: 'bad' });
  } finally {
    await close();
  }
});

test.for<[command: string, parameters: string[]]>([
  ['totals', []],
  ['audit', ['verify']],
])(
  'npm run %s refuses a way past a pooler that leads to another database',
  async ([command, parameters], { skip }) => {
    const settings = onPostgres(await createDatabase(await postgres(skip), `past_${command}`));
    const { database, close } = openServerDatabase(settings.DATABASE_URL, () => {});
    await migrateDatabase(database, async () => {});
    await close();
    const past = async (path: string) => {
      const url = new URL(settings.DATABASE_URL);
      url.pathname = path;
      url.searchParams.set('application_name', 'past');
      const settled = { DATA_DIR: processes.directory, ...settings, MIGRATION_DATABASE_URL: url.href };
      return await runCommand(command, parameters, settled).ended;
    };
    expect(await past(`/past_${command}`)).toMatchObject({ code: 0 });
    expect(await past('/postgres')).toEqual({
      code: 1,
      output:
        'MIGRATION_DATABASE_URL leads to another database than DATABASE_URL. Have both lead to the same one.\n',
    });
  },
);
