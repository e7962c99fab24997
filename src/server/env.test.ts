import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readEnvironment, settingNames, warningsOf } from './env.ts';

const KEY = 'k'.repeat(32);

test('has defaults for all settings', () => {
  expect(readEnvironment({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    metricsPort: undefined,
    publicUrl: 'http://localhost:3000',
    dataDirectory: resolve('data'),
    databaseUrl: undefined,
    migrationDatabaseUrl: undefined,
    secretKey: undefined,
    firstAdmin: { username: 'admin', password: undefined },
    trustProxy: false,
    timeZone: 'America/Winnipeg',
    bucket: undefined,
    backupPassphrase: undefined,
    backups: undefined,
    rateLimits: true,
    drainSeconds: 0,
    logLevel: 'info',
  });
});

test('an empty variable counts as unset', () => {
  expect(readEnvironment(Object.fromEntries(settingNames.map((name) => [name, ''])))).toEqual(
    readEnvironment({}),
  );
});

describe('mail', () => {
  const mailOn = { SMTP_URL: 'smtps://mail.example.ca', MAIL_FROM: 'ReRound <letters@reround.example>' };
  const signed = { ...mailOn, DKIM_DOMAIN: 'reround.example', DKIM_SELECTOR: 'letters' };
  const pemOf = ({ privateKey }: { privateKey: KeyObject }) =>
    privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

  test('is off by default, and signed by the key that is set, in one line or in several', () => {
    expect(readEnvironment({}).mail).toBeUndefined();
    expect(readEnvironment(mailOn).mail).toEqual({
      smtpUrl: mailOn.SMTP_URL,
      from: mailOn.MAIL_FROM,
      dkim: undefined,
    });
    const pem = pemOf(generateKeyPairSync('rsa', { modulusLength: 2048 }));
    for (const DKIM_PRIVATE_KEY of [pem, pem.replaceAll('\n', String.raw`\n`)]) {
      expect(readEnvironment({ ...signed, DKIM_PRIVATE_KEY }).mail?.dkim?.privateKey).toBe(pem);
    }
  });

  test.each([
    [{ SMTP_URL: mailOn.SMTP_URL }, /go together/],
    [{ MAIL_FROM: mailOn.MAIL_FROM }, /go together/],
    [{ ...mailOn, SMTP_URL: 'https://mail.example.ca' }, /^.*\nSMTP_URL: must start with smtp/],
    [{ ...mailOn, MAIL_FROM: 'ReRound' }, /^.*\nMAIL_FROM: must be an email address/],
    [{ ...mailOn, MAIL_FROM: 'Re\r\nBcc: x@example.ca <letters@reround.example>' }, /MAIL_FROM/],
    [signed, /DKIM_PRIVATE_KEY go together/],
    [{ ...signed, DKIM_PRIVATE_KEY: 'abc' }, /must be a private key/],
    // nodemailer would silently send unsigned mail.
    [{ ...signed, DKIM_PRIVATE_KEY: pemOf(generateKeyPairSync('ed25519')) }, /must be an RSA key/],
  ])('refuses unusable settings: %#', (settings, sentence) => {
    expect(() => readEnvironment(settings)).toThrow(sentence);
  });
});

describe('PUBLIC_URL', () => {
  test.each([
    ['https://reround.example', 'https://reround.example'],
    ['https://reround.example/', 'https://reround.example'],
    ['https://reround.example//', 'https://reround.example'],
    ['HTTPS://ReRound.Example', 'https://reround.example'],
    ['https://reround.example:443', 'https://reround.example'],
    ['http://192.168.1.20:8080', 'http://192.168.1.20:8080'],
  ])('%s is written %s', (address, written) => {
    expect(readEnvironment({ PUBLIC_URL: address }).publicUrl).toBe(written);
  });

  test.each(['https://example.org/reround', 'https://example.org/reround/', 'http://localhost:3000/a/b'])(
    '%s is refused, since the site has no pages under a path',
    (address) => {
      expect(() => readEnvironment({ PUBLIC_URL: address })).toThrow(
        /^.*\nPUBLIC_URL: must have no path after the host, as in https:\/\/reround\.example\.ca$/,
      );
    },
  );

  test('defaults to the port on this machine', () => {
    expect(readEnvironment({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
  });
});

test.each([
  ['nobody', undefined, false],
  ['nobody', 'false', false],
  ['everyone', 'true', true],
  ['a list', '10.0.0.0/8, 127.0.0.1', '10.0.0.0/8, 127.0.0.1'],
  ['a name for a range', 'loopback', 'loopback'],
])('TRUST_PROXY for %s (%s)', (_who, value, trust) => {
  expect(readEnvironment({ TRUST_PROXY: value }).trustProxy).toEqual(trust);
});

test('TRUST_PROXY as a number trusts that many hops', () => {
  const trust = readEnvironment({ TRUST_PROXY: '2' }).trustProxy as (address: string, hop: number) => boolean;
  expect([0, 1, 2, 3].map((hop) => trust('203.0.113.7', hop))).toEqual([true, true, false, false]);
});

describe('a setting that cannot be used', () => {
  test.each([
    [{ PORT: '3.5' }, 'PORT'],
    [{ PORT: '-1' }, 'PORT'],
    [{ PORT: ' ' }, 'PORT'],
    [{ PUBLIC_URL: 'reround.example' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'ftp://reround.example' }, 'PUBLIC_URL'],
    [{ DATABASE_URL: 'mysql://x/y', SECRET_KEY: KEY }, 'DATABASE_URL'],
    [{ MIGRATION_DATABASE_URL: 'mysql://x/y' }, 'MIGRATION_DATABASE_URL'],
    [{ ADMIN_USERNAME: 'x'.repeat(65) }, 'ADMIN_USERNAME'],
    [{ S3_ENDPOINT: 'photos.example' }, 'S3_ENDPOINT'],
    [{ S3_BUCKET: '../photos' }, 'S3_BUCKET'],
    [{ TRUST_PROXY: 'banana' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '10.0.0.0/99' }, 'TRUST_PROXY'],
    [{ SITE_TIME_ZONE: 'America/Nowhere' }, 'SITE_TIME_ZONE'],
    [{ DRAIN_SECONDS: '-1' }, 'DRAIN_SECONDS'],
    [{ DRAIN_SECONDS: 'soon' }, 'DRAIN_SECONDS'],
  ])('is refused by its name: %j', (variables, name) => {
    expect(() => readEnvironment(variables)).toThrow(
      new RegExp(`^These settings cannot be used:\n${name}: .+$`),
    );
  });

  const SECONDS = 'must be a whole number of seconds, 60 at most';
  test.each([
    ['PORT', '70000', 'must be a whole number, 65535 at most'],
    ['PORT', 'eighty', 'must be a whole number, 65535 at most'],
    ['METRICS_PORT', '70000', 'must be a whole number from 1 to 65535'],
    ['METRICS_PORT', '0', 'must be a whole number from 1 to 65535'],
    ['METRICS_PORT', 'on', 'must be a whole number from 1 to 65535'],
    ['DRAIN_SECONDS', '61', SECONDS],
    ['RATE_LIMITS', 'maybe', 'must be on or off'],
    ['LOG_LEVEL', 'loud', 'must be fatal, error, warn, info, debug, trace or silent'],
    ['ADMIN_PASSWORD', 'x'.repeat(1025), 'must have at most 1024 characters'],
  ])('is refused with the allowed values: %s=%.9s', (name, value, sentence) => {
    expect(() => readEnvironment({ [name]: value })).toThrow(
      new Error(`These settings cannot be used:\n${name}: ${sentence}`),
    );
  });

  test('is reported with all others, and without its value', () => {
    const password = 'swordfish'.repeat(200);
    const refused = () => readEnvironment({ PORT: 'eighty', ADMIN_PASSWORD: password, RATE_LIMITS: 'no' });
    expect(refused).toThrow(/PORT: [^]*\nADMIN_PASSWORD: [^]*\nRATE_LIMITS: /);
    expect(refused).not.toThrow(/swordfish|eighty/);
  });

  test('is DATABASE_URL without SECRET_KEY', () => {
    const DATABASE_URL = 'postgres://reround@db.example/reround';
    expect(() => readEnvironment({ DATABASE_URL })).toThrow('SECRET_KEY is required with DATABASE_URL');
    expect(readEnvironment({ DATABASE_URL, SECRET_KEY: KEY })).toMatchObject({
      databaseUrl: DATABASE_URL,
      secretKey: KEY,
    });
  });

  test('is MIGRATION_DATABASE_URL without DATABASE_URL', () => {
    const [DATABASE_URL, MIGRATION_DATABASE_URL] = [
      'postgres://pooler.example/reround',
      'postgres://db/reround',
    ];
    expect(() => readEnvironment({ MIGRATION_DATABASE_URL })).toThrow('goes with DATABASE_URL');
    const variables = { DATABASE_URL, SECRET_KEY: KEY };
    expect(readEnvironment(variables).migrationDatabaseUrl).toBe(DATABASE_URL);
    expect(readEnvironment({ ...variables, MIGRATION_DATABASE_URL })).toMatchObject({
      databaseUrl: DATABASE_URL,
      migrationDatabaseUrl: MIGRATION_DATABASE_URL,
    });
  });

  test('is a bucket with a part missing', () => {
    const complete = {
      S3_ENDPOINT: 'https://photos.example',
      S3_BUCKET: 'photos',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'key',
    };
    expect(readEnvironment(complete).bucket).toEqual({
      endpoint: 'https://photos.example',
      name: 'photos',
      region: 'us-east-1',
      accessKeyId: 'id',
      secretAccessKey: 'key',
    });
    for (const name of Object.keys(complete)) {
      expect(() => readEnvironment({ ...complete, [name]: '' }), name).toThrow('go together');
    }
  });
});

test('METRICS_PORT must differ from PORT', () => {
  expect(readEnvironment({ METRICS_PORT: '9464' }).metricsPort).toBe(9464);
  expect(() => readEnvironment({ METRICS_PORT: '3000' })).toThrow('must be another port than PORT');
});

describe('a place for nightly backups', () => {
  const bucket = { BACKUP_S3_BUCKET: 'backups' };
  const backupBucket = {
    ...bucket,
    BACKUP_S3_ENDPOINT: 'https://elsewhere.example',
    BACKUP_S3_REGION: 'ca-central-1',
    BACKUP_S3_ACCESS_KEY_ID: 'other id',
    BACKUP_S3_SECRET_ACCESS_KEY: 'other key',
  };
  const photos = {
    S3_ENDPOINT: 'https://photos.example',
    S3_BUCKET: 'photos',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'key',
  };
  const placeOf = (variables: Record<string, string>) => readEnvironment(variables).backups?.place;

  test('is a folder with fourteen backups by default', () => {
    expect(readEnvironment({ BACKUP_DIR: 'safe/place' }).backups).toEqual({
      place: { kind: 'folder', folder: resolve('safe/place') },
      keep: 14,
    });
    expect(readEnvironment({ BACKUP_DIR: 'safe', BACKUP_KEEP: '3' }).backups?.keep).toBe(3);
    for (const BACKUP_KEEP of ['0', '-1', '1.5', 'all', '1000']) {
      expect(() => readEnvironment({ BACKUP_DIR: 'safe', BACKUP_KEEP })).toThrow('BACKUP_KEEP: must be');
    }
  });

  test.each(['data', 'data/', './data/database', 'data/uploads/deep', 'other/../data'])(
    'cannot be in DATA_DIR: %s',
    (BACKUP_DIR) => {
      expect(() => readEnvironment({ BACKUP_DIR })).toThrow('must not be in DATA_DIR');
    },
  );

  test.each(['.', 'data2', '../data', '/var/backups', 'database'])(
    'can be any other folder: %s',
    (folder) => {
      expect(placeOf({ BACKUP_DIR: folder })).toEqual({ kind: 'folder', folder: resolve(folder) });
    },
  );

  test('is a bucket with its own settings, or those of the photo bucket', () => {
    const elsewhere = {
      endpoint: 'https://elsewhere.example',
      name: 'backups',
      region: 'ca-central-1',
      accessKeyId: 'other id',
      secretAccessKey: 'other key',
    };
    for (const variables of [backupBucket, { ...photos, ...backupBucket }]) {
      expect(placeOf(variables)).toEqual({ kind: 'bucket', bucket: elsewhere });
    }
    expect(placeOf({ ...photos, ...bucket })).toEqual({
      kind: 'bucket',
      bucket: { ...readEnvironment(photos).bucket, name: 'backups' },
    });
  });

  test('is refused if incomplete, given twice, or the photo bucket', () => {
    expect(() => readEnvironment(bucket)).toThrow('needs BACKUP_S3_ENDPOINT');
    for (const name of Object.keys(backupBucket).filter((key) => !/BUCKET|REGION/.test(key))) {
      expect(() => readEnvironment({ ...backupBucket, [name]: '' }), name).toThrow(
        'needs BACKUP_S3_ENDPOINT',
      );
    }
    expect(() => readEnvironment({ ...backupBucket, BACKUP_S3_BUCKET: '' })).toThrow(
      'BACKUP_S3_BUCKET is missing',
    );
    for (const variables of [backupBucket, bucket]) {
      expect(() => readEnvironment({ ...variables, BACKUP_DIR: 'safe' })).toThrow('set one of them');
    }
    expect(() => readEnvironment({ ...photos, BACKUP_S3_BUCKET: 'photos' })).toThrow('must not be S3_BUCKET');
    expect(placeOf({ ...photos, ...backupBucket, BACKUP_S3_BUCKET: 'photos' })).toMatchObject({
      kind: 'bucket',
    });
  });
});

describe('warnings of settings', () => {
  const warnedSettings = (variables: Record<string, string>) =>
    warningsOf(readEnvironment(variables)).map((text) => text.split(/[ =]/)[0]);
  const bucketForBackups = {
    BACKUP_S3_ENDPOINT: 'https://elsewhere.example',
    BACKUP_S3_BUCKET: 'backups',
    BACKUP_S3_ACCESS_KEY_ID: 'id',
    BACKUP_S3_SECRET_ACCESS_KEY: 'key',
  };

  test.each<[Record<string, string>, string[]]>([
    [{}, []],
    [{ RATE_LIMITS: 'off' }, ['RATE_LIMITS']],
    [{ SECRET_KEY: 'k'.repeat(31) }, ['SECRET_KEY']],
    [{ SECRET_KEY: KEY }, []],
    [{ BACKUP_PASSPHRASE: 'open sesame' }, ['BACKUP_PASSPHRASE']],
    [{ BACKUP_PASSPHRASE: 'twelve chars' }, []],
    [{ BACKUP_DIR: 'safe' }, []],
    [bucketForBackups, ['BACKUP_S3_BUCKET']],
    [{ ...bucketForBackups, BACKUP_PASSPHRASE: 'twelve chars' }, []],
    [{ TRUST_PROXY: 'true' }, ['TRUST_PROXY']],
    [{ TRUST_PROXY: '1' }, []],
    [{ TRUST_PROXY: 'loopback' }, []],
    [{ HOST: '0.0.0.0' }, []],
    [{ HOST: '0.0.0.0', ADMIN_PASSWORD: 'fourteen chars' }, ['HOST']],
    [{ HOST: '0.0.0.0', ADMIN_PASSWORD: '🦆'.repeat(14) }, ['HOST']],
    [{ HOST: '0.0.0.0', ADMIN_PASSWORD: 'fifteen of them' }, []],
    [{ HOST: '::', ADMIN_PASSWORD: 'short' }, ['HOST']],
    [{ HOST: 'reround.example', ADMIN_PASSWORD: 'short' }, ['HOST']],
    [{ ADMIN_PASSWORD: 'short' }, []],
    [{ HOST: 'localhost', ADMIN_PASSWORD: 'short' }, []],
    [{ HOST: '127.8.9.10', ADMIN_PASSWORD: 'short' }, []],
    [{ HOST: '::1', ADMIN_PASSWORD: 'short' }, []],
  ])('%j', (variables, about) => {
    expect(warnedSettings(variables)).toEqual(about);
  });

  test('contain no password and no key', () => {
    const variables = { HOST: '::', ADMIN_PASSWORD: 'swordfish', SECRET_KEY: 'swordfish' };
    expect(warningsOf(readEnvironment(variables)).join()).not.toContain('swordfish');
  });
});
