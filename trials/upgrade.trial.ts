import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test, type TestContext } from 'vitest';
import { examineBackup, loadAsMade, loadPhotos } from '#server/backup/load.ts';
import {
  connectEmbedded,
  holdMigrationLock,
  type OpenDatabase,
  openServerDatabase,
} from '#server/database.ts';
import { openEmbeddedDatabase } from '#server/embedded.ts';
import { FolderStorage } from '#server/storage.ts';
import { runCommand } from '#server/testing/process.ts';
import { redeemCode, signIn } from './calls.ts';
import { createDatabase, onPostgres, postgresForAll, processesForEach, stop } from './fixtures.ts';
import { type KeptVersion, listTotals } from './versions/keptVersion.ts';

const folder = fileURLToPath(new URL('versions', import.meta.url));
const versions = readdirSync(folder).flatMap((name) => (name.endsWith('.tar') ? [name.slice(0, -4)] : []));

const postgres = postgresForAll();
const processes = processesForEach();

/** Where a site's data is: its settings, and a way to its database while no server has it. */
interface Place {
  settings: Record<string, string>;
  open: () => Promise<OpenDatabase>;
}

const places = {
  'the embedded database': async (): Promise<Place> => ({
    settings: { DATA_DIR: processes.directory },
    open: async () => connectEmbedded(await openEmbeddedDatabase(processes.directory)),
  }),
  PostgreSQL: async (skip: TestContext['skip']): Promise<Place> => {
    const url = await createDatabase(await postgres(skip), `upgraded_${Math.floor(performance.now())}`);
    const { DATABASE_URL } = onPostgres(url);
    return {
      settings: { DATA_DIR: processes.directory, DATABASE_URL },
      open: async () => openServerDatabase(url, () => {}),
    };
  },
};

/** Runs a command to its end, which must be a good one. */
async function run(name: string, parameters: readonly string[], settings: Record<string, string>) {
  const { code, output } = await processes.keep(runCommand(name, parameters, settings)).ended;
  expect(code, output).toBe(0);
  return output;
}

/** Has this version serve what an earlier one left, and looks whether all of it is there. */
async function expectAllThere(known: KeptVersion, settings: Record<string, string>): Promise<void> {
  const server = await processes.serve(settings);
  const admin = await signIn(server.url, known.admin);
  const get = async (path: string) => {
    const response = await fetch(server.url + path, { headers: admin });
    return { status: response.status, body: await response.json() };
  };
  expect(await listTotals(get)).toEqual(known.totals);
  const photo = await fetch(server.url + known.photo.url);
  expect((await photo.arrayBuffer()).byteLength).toBe(known.photo.bytes);
  expect(await redeemCode(server.url, known.code, known.pin)).toMatchObject({
    status: 200,
    body: { remaining: known.usesLeft - 1 },
  });
  await stop(server);
  expect(await run('totals', [], settings)).toContain('Every kept total equals');
  await run('audit', ['verify'], settings);
}

test('there is a site of an earlier version to upgrade', () => {
  expect(versions).not.toEqual([]);
});

describe.each(versions)('a site of version %s', (version) => {
  const file = { path: join(folder, `${version}.tar`), passphrase: undefined };
  const known = JSON.parse(readFileSync(join(folder, `${version}.json`), 'utf8')) as KeptVersion;
  const { secretKey: SECRET_KEY } = known;

  test.for(Object.entries(places))(
    'on %s has all its data once this version is started on it',
    async ([, placeOn], { skip }) => {
      const { settings, open } = await placeOn(skip);
      const { about } = await examineBackup(file);
      const { database, close } = await open();
      await holdMigrationLock(database, (client, single) => loadAsMade(client, single, file, about));
      await close();
      await loadPhotos(new FolderStorage(processes.directory), file);
      await expectAllThere(known, { ...settings, SECRET_KEY });
    },
  );

  test.for(Object.entries(places))(
    'comes back whole from its backup into an empty place on %s',
    async ([, placeOn], { skip }) => {
      const { settings } = await placeOn(skip);
      await run('restore', [file.path], { ...settings, SECRET_KEY });
      await expectAllThere(known, { ...settings, SECRET_KEY });
    },
  );
});
