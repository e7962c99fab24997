import { expect, test } from 'vitest';
import { readEnvironment } from '#server/env.ts';
import { foldersOf } from './serverProbes.ts';

const elsewhere = {
  DATA_DIR: '/srv/data',
  DATABASE_URL: 'postgres://reround@database/reround',
  SECRET_KEY: 'k'.repeat(40),
  S3_ENDPOINT: 'https://s3.example.com',
  S3_BUCKET: 'photos',
  S3_REGION: 'ca-central-1',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
};

test.each([
  ['nothing where database and photos are elsewhere', elsewhere, []],
  [
    'what a backup passes over on its way to a bucket',
    { ...elsewhere, BACKUP_S3_BUCKET: 'backups' },
    ['DATA_DIR'],
  ],
  ['where backups lie', { ...elsewhere, BACKUP_DIR: '/mnt/backups' }, ['BACKUP_DIR']],
  [
    'where everything lies',
    { DATA_DIR: '/srv/data', BACKUP_DIR: '/mnt/backups' },
    ['DATA_DIR', 'BACKUP_DIR'],
  ],
])('the disks that the site fills are %s', (_, settings, expected) => {
  expect(foldersOf(readEnvironment(settings)).map(({ setting }) => setting)).toEqual(expected);
});
