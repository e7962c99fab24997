// CONTRIBUTING's "Adding a column", step by step, on a copy of the server.
import { spawn } from 'node:child_process';
import { cp, glob, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const repository = fileURLToPath(new URL('..', import.meta.url));
let copy: string;

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'reround-recipe-'));
  const isWanted = (path: string) => !/\.test\.tsx?$|\.e2e\.ts$|\.tsx$|\/src\/web\//.test(path);
  for (const path of ['src', 'migrations', 'package.json', 'tsconfig.json', 'drizzle.config.ts']) {
    await cp(join(repository, path), join(copy, path), { recursive: true, filter: isWanted });
  }
  await symlink(join(repository, 'node_modules'), join(copy, 'node_modules'));
  await writeFile(
    join(copy, 'tsconfig.server.json'),
    JSON.stringify({
      extends: './tsconfig.json',
      compilerOptions: { types: ['node'], incremental: true, tsBuildInfoFile: 'types.json' },
      include: [],
      files: ['src/server/main.ts', 'ask.ts'],
    }),
  );
  await writeFile(join(copy, 'ask.ts'), ask);
});
afterAll(() => rm(copy, { recursive: true, force: true }));

/** Sends the new column with a donation, and prints what the console then reads. */
const ask = `
import { connectEmbedded, migrateDatabase } from '#server/database.ts';
import { openMemoryDatabase } from '#server/embedded.ts';
import { SiteUnderTest } from '#server/testing/siteUnderTest.ts';

const opened = connectEmbedded(await openMemoryDatabase());
await migrateDatabase(opened.database, async () => {});
const site = new SiteUnderTest();
await site.open(opened);
const admin = await site.admin();
const { body: giver } = await admin.send('POST', '/api/admin/participants/upsert', { body: { displayName: 'Jo' } });
const { body: made } = await admin.send('POST', '/api/admin/donations/create', {
  body: { participantId: giver['id'], weight: '1-2kg', date: '2026-11-20', broughtIn: 'A paper bag' },
});
const { body: read } = await admin.send<{ row: object }>('GET', \`/api/admin/donations/\${String(made['id'])}\`);
console.log(JSON.stringify(read.row));
await site.close();
`;

/** Adds a line after another one. */
async function addLine(file: string, after: string, line: string): Promise<void> {
  const path = join(copy, file);
  const text = await readFile(path, 'utf8');
  const found = text.split(after).length - 1;
  if (found !== 1) throw new Error(`${file} has ${found} times, not once: ${after}. Mend this test.`);
  await writeFile(path, text.replace(after, `${after}\n${line}`));
}

async function run(program: string, ...parameters: string[]): Promise<{ code: unknown; output: string }> {
  const child = spawn(program, parameters, { cwd: copy });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)));
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, output };
}

const checkTypes = () => run('node_modules/.bin/tsc', '--noEmit', '--project', 'tsconfig.server.json');

test(
  'a column that is added by the book cannot be forgotten by an insert, and comes back',
  { timeout: 240_000 },
  async () => {
    await addLine('src/server/schema.ts', '    photoUrl: text(),', '    broughtIn: text(),');
    const intake = 'src/features/donations/intake/contract.ts';
    await addLine(
      intake,
      '  notes: optionalText(lengths.donationNotes),',
      '  broughtIn: optionalText(lengths.name),',
    );
    const answer = 'src/features/donations/contract.ts';
    await addLine(answer, '  notes: z.string().nullable(),', '  broughtIn: z.string().nullable(),');

    const [forgotten, migrated] = await Promise.all([
      checkTypes(),
      run('node_modules/.bin/drizzle-kit', 'generate', '--name', 'brought_in'),
    ]);
    expect(migrated, migrated.output).toMatchObject({ code: 0 });
    expect(forgotten.code).not.toBe(0);
    const named = [...forgotten.output.matchAll(/^(src\S+?\.ts)\(/gm)].map(([, file]) => file);
    expect(named, forgotten.output).toEqual(['src/features/donations/logging/server.ts']);
    expect(forgotten.output).toContain("Property 'broughtIn' is missing");

    // Donors do not say it. The intake hands on whatever its body has.
    await addLine('src/features/donations/logging/server.ts', '  notes: null,', '  broughtIn: null,');
    const [given, asked] = await Promise.all([checkTypes(), run(process.execPath, 'ask.ts')]);
    expect(given).toEqual({ code: 0, output: '' });
    expect(asked, asked.output).toMatchObject({ code: 0 });
    expect(JSON.parse(asked.output)).toMatchObject({ id: 1, notes: null, broughtIn: 'A paper bag' });
  },
);

const waysAround = [
  /\.insert\([^)]*\)(\s*\.\w+\()?/g,
  // An update may set columns that it spells out. What comes by a name or a spread goes through onlyColumns.
  /\.set\(\s*\w+\s*\)/g,
  /\.set\(\s*\{((?!\}\s*\))[^;])*?\.\.\./g,
  /sql\.placeholder\(/g,
];

/** What goes around, and why it may. */
const excepted = [
  // All parts in one statement, so that of two processes one waits for the other; a look fills in the rest.
  'src/features/health/serverLooks.ts: .insert(healthChecks).values(',
  // A figure of Prometheus, no update.
  'src/features/health/serverMetrics.ts: .set(auditRows)',
  // A participant comes back under the old number. Its row is a NewRow.
  'src/features/participants/serverMerge.ts: .insert(participants).overridingSystemValue(',
  // Drizzle itself refuses a select that does not give every column.
  'src/server/http/counts.ts: .insert(rateLimits).select(',
  'src/server/http/rateLimits.ts: .insert(rateLimits).select(',
];

test('no insert, update or placeholder goes around what checks it', async () => {
  const around: string[] = [];
  for await (const file of glob('src/**/*.ts', { cwd: repository })) {
    if (/\.(test|e2e)\.ts$|\/testing\/|server\/(rows|prepared)\.ts$/.test(file)) continue;
    const text = await readFile(join(repository, file), 'utf8');
    for (const way of waysAround) {
      for (const [found] of text.matchAll(way)) around.push(`${file}: ${found.replaceAll(/\s/g, '')}`);
    }
  }
  expect(around.toSorted()).toEqual(excepted);
});
