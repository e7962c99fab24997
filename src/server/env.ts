import { createPrivateKey, type KeyObject } from 'node:crypto';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { isAbsolute, relative, resolve } from 'node:path';
import { z } from 'zod';
import { typedUsername } from '#shared/fields.ts';
import { lengths } from '#shared/lengths.ts';
import { isLoopbackUrl } from '#shared/publicUrl.ts';
import { withoutSlash } from '#shared/screenAt.ts';
import { newUsername } from '#shared/usernames.ts';
import { SHORTEST_KEY } from './secrets.ts';
import type { Bucket } from './storage.ts';

const text = z.string().min(1);
const wholeNumber = (least: number, most: number, sentence: string) =>
  z
    .string()
    .refine((typed) => /^\d{1,5}$/.test(typed) && Number(typed) >= least && Number(typed) <= most, sentence)
    .transform(Number);
const databaseUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must start with postgres:// or postgresql://',
});
const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
const bucketName = z.string().regex(/^[\w.-]+$/, 'must be a bucket name');

const variables = z.object({
  // The port 0 stands for any free port.
  PORT: wholeNumber(0, 65_535, 'must be a whole number, 65535 at most').default(3000),
  HOST: text.default('127.0.0.1'),
  METRICS_PORT: wholeNumber(1, 65_535, 'must be a whole number from 1 to 65535').optional(),
  PUBLIC_URL: webAddress
    .refine(
      (typed) => !URL.canParse(typed) || /^\/*$/.test(new URL(typed).pathname),
      'must have no path after the host, as in https://reround.example.ca',
    )
    .optional(),
  DATA_DIR: text.default('./data').transform((folder) => resolve(folder)),
  DATABASE_URL: databaseUrl.optional(),
  MIGRATION_DATABASE_URL: databaseUrl.optional(),
  SECRET_KEY: text.optional(),
  ADMIN_USERNAME: typedUsername.default('admin'),
  ADMIN_PASSWORD: text.max(lengths.password, `must have at most ${lengths.password} characters`).optional(),
  TRUST_PROXY: z
    .string()
    .refine(isProxyTrust, 'must be true, false, a number of proxies, or their addresses')
    .default('false'),
  S3_ENDPOINT: webAddress.optional(),
  S3_BUCKET: bucketName.optional(),
  S3_REGION: text.default('us-east-1'),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  SITE_TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'must be an IANA time zone such as America/Winnipeg')
    .default('America/Winnipeg'),
  BACKUP_PASSPHRASE: text.optional(),
  BACKUP_DIR: text.transform((folder) => resolve(folder)).optional(),
  BACKUP_S3_ENDPOINT: webAddress.optional(),
  BACKUP_S3_BUCKET: bucketName.optional(),
  BACKUP_S3_REGION: text.optional(),
  BACKUP_S3_ACCESS_KEY_ID: text.optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: text.optional(),
  BACKUP_KEEP: wholeNumber(1, 999, 'must be a whole number from 1 to 999').default(14),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must start with smtp:// or smtps://' }).optional(),
  MAIL_FROM: z
    .string()
    .refine(isSender, 'must be an email address, or a name and an address in < >')
    .optional(),
  DKIM_DOMAIN: text.optional(),
  DKIM_SELECTOR: text.optional(),
  DKIM_PRIVATE_KEY: text.optional(),
  RATE_LIMITS: z.enum(['on', 'off'], 'must be on or off').default('on'),
  DRAIN_SECONDS: wholeNumber(0, 60, 'must be a whole number of seconds, 60 at most').default(0),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
});

/** The name of every environment variable that is a setting. */
export const settingNames: readonly string[] = Object.keys(variables.shape);

type Values = z.output<typeof variables>;

/** The settings of the environment, checked and with their defaults. */
export type Environment = ReturnType<typeof environmentOf>;

/** Where nightly backups go, and how many are kept. */
export interface NightlyBackups {
  place: { kind: 'folder'; folder: string } | { kind: 'bucket'; bucket: Bucket };
  keep: number;
}

/**
 * Reads the settings, which the README's table describes.
 *
 * @throws Error with one line for each variable that cannot be used.
 */
export function readEnvironment(source: NodeJS.ProcessEnv): Environment {
  // An empty variable counts as not set, because a compose file cannot clear one in another way.
  const nonEmpty = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = variables.safeParse(nonEmpty);
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    throw new Error(`These settings cannot be used:\n${lines.join('\n')}`);
  }
  return environmentOf(parsed.data);
}

/** @throws Error with a sentence for settings that do not go together. */
function environmentOf(values: Values) {
  refuseIf(
    values.DATABASE_URL !== undefined && values.SECRET_KEY === undefined,
    'SECRET_KEY is required with DATABASE_URL, so that every process uses the same key.',
  );
  refuseIf(
    values.MIGRATION_DATABASE_URL !== undefined && values.DATABASE_URL === undefined,
    'MIGRATION_DATABASE_URL goes with DATABASE_URL: another way to the same database.',
  );
  refuseIf(
    values.METRICS_PORT === values.PORT,
    'METRICS_PORT must be another port than PORT: visitors reach that one.',
  );
  return {
    port: values.PORT,
    host: values.HOST,
    /** Port of the metrics for Prometheus, on 127.0.0.1. Undefined: none. */
    metricsPort: values.METRICS_PORT,
    /** The site's address for users, without a slash at the end. Its port is unknown while `port` is 0. */
    publicUrl: tidyAddress(values.PUBLIC_URL ?? `http://localhost:${values.PORT}`),
    dataDirectory: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    /** The same database, but not through a pooler. */
    migrationDatabaseUrl: values.MIGRATION_DATABASE_URL ?? values.DATABASE_URL,
    secretKey: values.SECRET_KEY,
    firstAdmin: { username: values.ADMIN_USERNAME, password: values.ADMIN_PASSWORD },
    /** Whose X-Forwarded-For to believe: nobody's, everyone's, listed addresses', or that of a number of hops. */
    trustProxy: proxyTrust(values.TRUST_PROXY),
    timeZone: values.SITE_TIME_ZONE,
    /** Where photos go. Undefined: into DATA_DIR. */
    bucket: bucketOf(values),
    backupPassphrase: values.BACKUP_PASSPHRASE,
    /** Undefined: no nightly backups. */
    backups: nightlyBackupsOf(values),
    /** Undefined: the site sends no mail. */
    mail: mailOf(values),
    rateLimits: values.RATE_LIMITS === 'on',
    /** How long /readyz answers 503 before the site stops, so that a proxy notices. */
    drainSeconds: values.DRAIN_SECONDS,
    logLevel: values.LOG_LEVEL as string,
  };
}

/** Characters of the first admin's password. A shorter one is refused. */
const SHORTEST_PASSWORD = 8;
/** Characters of a password without a second factor (NIST SP 800-63B). A shorter one gets a warning. */
const SAFE_PASSWORD = 15;
const SAFE_PASSPHRASE = 12;

/** Counts characters as people do: four emoji are four. */
const lengthOf = (typed: string) => Array.from(typed).length;

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** Warnings of settings that are allowed but dangerous. */
export function warningsOf(environment: Environment): string[] {
  const { host, firstAdmin, secretKey, backupPassphrase, backups, trustProxy, rateLimits } = environment;
  const isReachable = host !== 'localhost' && !loopback.check(host, isIPv6(host) ? 'ipv6' : 'ipv4');
  const { password } = firstAdmin;
  return [
    !rateLimits && 'RATE_LIMITS=off: nothing limits guessing or flooding.',
    secretKey !== undefined &&
      secretKey.length < SHORTEST_KEY &&
      `SECRET_KEY is shorter than ${SHORTEST_KEY} characters and so easier to guess.`,
    backupPassphrase !== undefined &&
      lengthOf(backupPassphrase) < SAFE_PASSPHRASE &&
      `BACKUP_PASSPHRASE is shorter than ${SAFE_PASSPHRASE} characters and so easier to guess for whoever has a backup.`,
    backups?.place.kind === 'bucket' &&
      backupPassphrase === undefined &&
      'BACKUP_S3_BUCKET without BACKUP_PASSPHRASE: whoever gets at that bucket reads all that the site keeps.',
    trustProxy === true &&
      'TRUST_PROXY=true: whoever reaches this port without your proxy chooses the address that limits count. Name the proxy, or the number of proxies.',
    isReachable &&
      password !== undefined &&
      lengthOf(password) < SAFE_PASSWORD &&
      `HOST lets other machines reach the site, and ADMIN_PASSWORD is shorter than ${SAFE_PASSWORD} characters. Take it out of the settings and run \`npm run admin -- reset NAME\`.`,
  ].filter((warning) => warning !== false);
}

/**
 * Checks the first admin's name and password. A site at `localhost` may have any password.
 *
 * @throws Error if the name is not allowed, or the password is too short for a site that others reach.
 */
export function validateFirstAdmin({
  firstAdmin: { username, password },
  publicUrl,
}: Pick<Environment, 'firstAdmin' | 'publicUrl'>): void {
  const { error } = newUsername.safeParse(username);
  if (error) throw new Error(`ADMIN_USERNAME: ${error.issues[0]?.message}.`);
  refuseIf(
    password !== undefined && !isLoopbackUrl(publicUrl) && lengthOf(password) < SHORTEST_PASSWORD,
    `ADMIN_PASSWORD: must have at least ${SHORTEST_PASSWORD} characters. Leave it out, and the site makes a good one.`,
  );
}

function refuseIf(isWrong: boolean, sentence: string): void {
  if (isWrong) throw new Error(sentence);
}

/** Writes an address like an Origin header, so that the two can be compared. */
function tidyAddress(address: string): string {
  const { origin, pathname } = new URL(address);
  return withoutSlash(`${origin}${pathname}`);
}

function isProxyTrust(typed: string): boolean {
  if (/^(true|false|\d+)$/.test(typed)) return true;
  return typed.split(',').every((part) => {
    const [address = '', prefix, ...others] = part.trim().split('/');
    if (['loopback', 'linklocal', 'uniquelocal'].includes(part.trim())) return true;
    const longest = isIPv6(address) ? 128 : 32;
    const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= longest);
    return others.length === 0 && isIP(address) > 0 && isPrefix;
  });
}

function proxyTrust(typed: string): boolean | string | ((address: string, hop: number) => boolean) {
  if (typed === 'false' || typed === 'true') return typed === 'true';
  return /^\d+$/.test(typed) ? (_address, hop) => hop < Number(typed) : typed;
}

function isTimeZone(typed: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: typed }));
  } catch {
    return false;
  }
}

function isSender(typed: string): boolean {
  return !/[\r\n]/.test(typed) && z.email().safeParse(addressOf(typed)).success;
}

/** The address in `Name <address>`, or the whole text without a name. */
export function addressOf(sender: string): string {
  return /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender.trim();
}

function bucketOf({
  S3_ENDPOINT: endpoint,
  S3_BUCKET: name,
  S3_REGION: region,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
}: Values): Bucket | undefined {
  if (endpoint && name && accessKeyId && secretAccessKey) {
    return { endpoint, name, region, accessKeyId, secretAccessKey };
  }
  refuseIf(
    Boolean(endpoint || name || accessKeyId || secretAccessKey),
    'S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together.',
  );
  return undefined;
}

/** @throws Error for two places, or a place that would be lost together with the site. */
function nightlyBackupsOf(values: Values): NightlyBackups | undefined {
  const { BACKUP_DIR: folder, BACKUP_KEEP: keep, DATA_DIR } = values;
  refuseIf(
    folder !== undefined && values.BACKUP_S3_BUCKET !== undefined,
    'BACKUP_DIR and BACKUP_S3_BUCKET are two places: set one of them.',
  );
  const bucket = backupBucketOf(values);
  if (folder === undefined) return bucket && { place: { kind: 'bucket', bucket }, keep };
  const pathFromData = relative(DATA_DIR, folder);
  refuseIf(
    !/^\.\.([/\\]|$)/.test(pathFromData) && !isAbsolute(pathFromData),
    'BACKUP_DIR must not be in DATA_DIR: what loses one would lose the other.',
  );
  return { place: { kind: 'folder', folder }, keep };
}

/** The bucket for backups. Its missing settings are those of the bucket for photos. */
function backupBucketOf(values: Values): Bucket | undefined {
  const { BACKUP_S3_BUCKET: name, BACKUP_S3_REGION: region } = values;
  const { BACKUP_S3_ENDPOINT: ownEndpoint, BACKUP_S3_ACCESS_KEY_ID: ownId } = values;
  const ownKey = values.BACKUP_S3_SECRET_ACCESS_KEY;
  if (name === undefined) {
    refuseIf(
      Boolean(ownEndpoint || region || ownId || ownKey),
      'BACKUP_S3_BUCKET is missing: it names the bucket for backups.',
    );
    return undefined;
  }
  const endpoint = ownEndpoint ?? values.S3_ENDPOINT;
  const accessKeyId = ownId ?? values.S3_ACCESS_KEY_ID;
  const secretAccessKey = ownKey ?? values.S3_SECRET_ACCESS_KEY;
  if (!endpoint || !accessKeyId || !secretAccessKey) {
    throw new Error(
      'BACKUP_S3_BUCKET needs BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY, or the same of S3_.',
    );
  }
  const photoEndpoint = values.S3_ENDPOINT && tidyAddress(values.S3_ENDPOINT);
  refuseIf(
    name === values.S3_BUCKET && tidyAddress(endpoint) === photoEndpoint,
    'BACKUP_S3_BUCKET must not be S3_BUCKET: backups need a bucket that shows nothing to visitors.',
  );
  return { endpoint, name, region: region ?? values.S3_REGION, accessKeyId, secretAccessKey };
}

function mailOf({
  SMTP_URL: smtpUrl,
  MAIL_FROM: from,
  DKIM_DOMAIN: domainName,
  DKIM_SELECTOR: keySelector,
  DKIM_PRIVATE_KEY: pem,
}: Values) {
  if (!smtpUrl && !from) return undefined;
  if (!smtpUrl || !from) throw new Error('SMTP_URL and MAIL_FROM go together: both switch mail on.');
  if (!domainName && !keySelector && !pem) return { smtpUrl, from, dkim: undefined };
  if (!domainName || !keySelector || !pem) {
    throw new Error('DKIM_DOMAIN, DKIM_SELECTOR and DKIM_PRIVATE_KEY go together: all three sign mail.');
  }
  // In an environment variable line breaks are written as \n.
  const privateKey = pem.replaceAll(String.raw`\n`, '\n');
  let key: KeyObject;
  try {
    key = createPrivateKey(privateKey);
  } catch (error) {
    throw new Error('DKIM_PRIVATE_KEY: must be a private key in PEM.', { cause: error });
  }
  // With any other key nodemailer silently signs nothing.
  if (key.asymmetricKeyType !== 'rsa') throw new Error('DKIM_PRIVATE_KEY: must be an RSA key.');
  return { smtpUrl, from, dkim: { domainName, keySelector, privateKey } };
}
