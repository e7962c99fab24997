import { expect, test } from 'vitest';
import { readEnvironment } from '#server/env.ts';
import { foldersOf, lookAtMachine } from './serverProbes.ts';

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

test.each([
  ['mail.nonsense.invalid', 'mail.nonsense.invalid'],
  ['127.0.0.1:1', 'ECONNREFUSED'],
])('of a mail server at %s it is said that it is not reached', async (host, reason) => {
  const environment = readEnvironment({
    DATA_DIR: '/nowhere/data',
    SMTP_URL: `smtp://${host}`,
    MAIL_FROM: 'site@reround.example',
  });
  const mail = (await lookAtMachine(environment)).find(({ name }) => name === 'mail');
  expect(mail).toMatchObject({
    state: 'bad',
    sentence: expect.stringMatching(
      new RegExp(`^The mail server at ${host} is not reached: .*${reason}.*\\. Correct SMTP_URL, or`),
    ) as string,
  });
});
