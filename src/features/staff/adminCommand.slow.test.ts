import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runNode, startServer } from '#server/testing/process.ts';

const MINUTES = 60_000;

test(
  'the admin command changes who may use the console, and keeps the last admin',
  { timeout: 5 * MINUTES },
  async () => {
    const directory = await mkdtemp(join(tmpdir(), 'reround-admins-'));
    const command = (...parameters: string[]) =>
      runNode('src/command.ts', ['admin', ...parameters], { DATA_DIR: directory }).ended;
    try {
      const server = await startServer({
        DATA_DIR: directory,
        ADMIN_USERNAME: 'robin',
        ADMIN_PASSWORD: 'a password that was chosen',
      });
      server.child.kill('SIGTERM');
      await server.ended;
      expect(await command('add', 'sam', 'volunteer')).toMatchObject({ code: 0 });
      expect(await command('add', 'SAM')).toEqual({ code: 1, output: 'There is an admin SAM already.\n' });
      expect(await command('reset', 'nobody')).toEqual({ code: 1, output: 'There is no such admin.\n' });
      expect(await command('add', 'kim')).toMatchObject({ code: 0 });
      expect(await command('remove', 'Kim')).toEqual({ code: 0, output: 'Kim is removed.\n' });
      expect(await command('role', 'sam', 'admin')).toEqual({ code: 0, output: 'sam is an admin.\n' });
      expect(await command('off', 'sam')).toEqual({ code: 0, output: 'sam is switched off.\n' });
      for (const refusedCall of [
        ['remove', 'robin'],
        ['off', 'robin'],
        ['role', 'robin', 'volunteer'],
      ]) {
        expect(await command(...refusedCall)).toEqual({
          code: 1,
          output: 'This is the last active admin, who stays.\n',
        });
      }
      expect(await command('on', 'sam')).toEqual({ code: 0, output: 'sam is switched on.\n' });
      for (const invalidCall of [
        ['delete', 'sam'],
        ['role', 'sam'],
        ['add', 'kim', 'owner'],
      ]) {
        expect(await command(...invalidCall)).toMatchObject({
          code: 2,
          output: expect.stringContaining('npm run admin') as string,
        });
      }
    } finally {
      await rm(directory, { recursive: true });
    }
  },
);
