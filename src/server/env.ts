import { createPrivateKey, type KeyObject } from 'node:crypto';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { isAbsolute, relative, resolve } from 'node:path';
import { z } from 'zod';
import { typedUsername } from '#shared/fields.ts';
import { lengths } from '#shared/lengths.ts';
import { leadsNowhereElse } from '#shared/publicUrl.ts';
import { withoutSlash } from '#shared/screenAt.ts';
import { newUsername } from '#shared/usernames.ts';
import { SHORTEST_KEY } from './secrets.ts';
import type { Bucket } from './storage.ts';

const HIGHEST_PORT = 65_535;

// 0 is whichever port is free.
const port = wholeNumber(0, HIGHEST_PORT, `must be a whole number, ${HIGHEST_PORT} at most`);

// Whoever asks for the figures has to know which it is.
const metricsPort = wholeNumber(1, HIGHEST_PORT, `must be a whole number from 1 to ${HIGHEST_PORT}`);

const LONGEST_DRAIN_SECONDS = 60;

const drainSeconds = wholeNumber(
  0,
  LONGEST_DRAIN_SECONDS,
  `must be a whole number of seconds, ${LONGEST_DRAIN_SECONDS} at most`,
);

const databaseUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must start with postgres:// or postgresql://',
});

const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
const publicAddress = webAddress.refine(
  (text) => !URL.canParse(text) || /^\/*$/.test(new URL(text).pathname),
  'must have no path after the host, as in https://reround.example.ca',
);
const bucketName = z.string().regex(/^[\w.-]+$/, 'must be a bucket name');

const variables = z.object({
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  METRICS_PORT: metricsPort.optional(),
  PUBLIC_URL: publicAddress.optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: databaseUrl.optional(),
  MIGRATION_DATABASE_URL: databaseUrl.optional(),
  SECRET_KEY: z.string().min(1).optional(),
  ADMIN_USERNAME: typedUsername.optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(1)
    .max(lengths.password, `must have at most ${lengths.password} characters`)
    .optional(),
  TRUST_PROXY: z
    .string()
    .refine(isProxyTrust, 'must be true, false, a number of proxies, or their addresses')
    .optional(),
  S3_ENDPOINT: webAddress.optional(),
  S3_BUCKET: bucketName.optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  SITE_TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'must be an IANA time zone such as America/Winnipeg')
    .default('America/Winnipeg'),
  BACKUP_PASSPHRASE: z.string().min(1).optional(),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_S3_ENDPOINT: webAddress.optional(),
  BACKUP_S3_BUCKET: bucketName.optional(),
  BACKUP_S3_REGION: z.string().min(1).optional(),
  BACKUP_S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  BACKUP_KEEP: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'must be a whole number from 1 to 999')
    .default('14')
    .transform(Number),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must start with smtp:// or smtps://' }).optional(),
  MAIL_FROM: z
    .string()
    .refine(isSender, 'must be an email address, or a name and an address in < >')
    .optional(),
  DKIM_DOMAIN: z.string().min(1).optional(),
  DKIM_SELECTOR: z.string().min(1).optional(),
  DKIM_PRIVATE_KEY: z.string().min(1).optional(),
  RATE_LIMITS: z.enum(['on', 'off'], 'must be on or off').default('on'),
  DRAIN_SECONDS: drainSeconds.default(0),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
});

/** Of a password of the first admin. */
const SHORTEST_PASSWORD = 8;
/** Of a password that nothing but itself guards, as NIST SP 800-63B asks for. */
const SAFE_PASSWORD = 15;
const SAFE_PASSPHRASE = 12;

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

type ProxyTrust = boolean | string | ((address: string, hop: number) => boolean);

/** How mail is sent, and by what key it is signed. */
interface MailSettings {
  smtpUrl: string;
  /** An address, or a name and an address in < >. */
  from: string;
  dkim: { domainName: string; keySelector: string; privateKey: string } | undefined;
}

/** Where the site puts a backup each night, and how many of those that were read back whole stay there. */
export interface NightlyBackups {
  place: { kind: 'folder'; folder: string } | { kind: 'bucket'; bucket: Bucket };
  keep: number;
}

/** What the environment says about how to run, checked and with its defaults. */
export interface Environment {
  port: number;
  host: string;
  /** Where figures for Prometheus are, on 127.0.0.1. Undefined: nowhere. */
  metricsPort: number | undefined;
  /** Its address for users, without a slash at the end. Its port is unknown while `port` is 0. */
  publicUrl: string;
  dataDirectory: string;
  databaseUrl: string | undefined;
  /** The same database, past a pooler where there is one. */
  migrationDatabaseUrl: string | undefined;
  secretKey: string | undefined;
  firstAdmin: { username: string; password: string | undefined };
  /** Whose X-Forwarded-For to believe: nobody's, everyone's, listed addresses', or so many hops'. */
  trustProxy: ProxyTrust;
  timeZone: string;
  /** Where photos go instead of DATA_DIR. */
  bucket: Bucket | undefined;
  /** What backups are encrypted with. */
  backupPassphrase: string | undefined;
  /** Undefined: the site makes no backups by itself. */
  backups: NightlyBackups | undefined;
  /** Where mail goes out, and who writes it. Undefined: no mail is sent. */
  mail: MailSettings | undefined;
  rateLimits: boolean;
  /** How long /readyz sends a proxy's calls elsewhere before the site stops taking any. */
  drainSeconds: number;
  logLevel: string;
}

/**
 * Reads the settings table of the README.
 *
 * @throws Error with one line for each variable that cannot be used.
 */
export function readEnvironment(source: NodeJS.ProcessEnv): Environment {
  // An empty variable is one that someone cleared, in a compose file for instance.
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`These settings cannot be used:\n${lines.join('\n')}`);
  }
  const values = parsed.data;
  if (values.DATABASE_URL && !values.SECRET_KEY) {
    throw new Error('SECRET_KEY is required with DATABASE_URL, so that every process uses the same key.');
  }
  if (values.MIGRATION_DATABASE_URL && !values.DATABASE_URL) {
    throw new Error('MIGRATION_DATABASE_URL goes with DATABASE_URL: another way to the same database.');
  }
  if (values.METRICS_PORT === values.PORT) {
    throw new Error('METRICS_PORT must be another port than PORT: visitors reach that one.');
  }
  return {
    port: values.PORT,
    host: values.HOST,
    metricsPort: values.METRICS_PORT,
    publicUrl: tidyAddress(values.PUBLIC_URL ?? `http://localhost:${values.PORT}`),
    dataDirectory: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    migrationDatabaseUrl: values.MIGRATION_DATABASE_URL ?? values.DATABASE_URL,
    secretKey: values.SECRET_KEY,
    firstAdmin: { username: values.ADMIN_USERNAME ?? 'admin', password: values.ADMIN_PASSWORD },
    trustProxy: proxyTrust(values.TRUST_PROXY),
    timeZone: values.SITE_TIME_ZONE,
    bucket: bucketOf(values),
    backupPassphrase: values.BACKUP_PASSPHRASE,
    backups: nightlyBackupsOf(values),
    mail: mailOf(values),
    rateLimits: values.RATE_LIMITS === 'on',
    drainSeconds: values.DRAIN_SECONDS,
    logLevel: values.LOG_LEVEL,
  };
}

/** What of the settings may be meant, and is dangerous where it is not. */
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
      Array.from(backupPassphrase).length < SAFE_PASSPHRASE &&
      `BACKUP_PASSPHRASE is shorter than ${SAFE_PASSPHRASE} characters and so easier to guess for whoever has a backup.`,
    backups?.place.kind === 'bucket' &&
      backupPassphrase === undefined &&
      'BACKUP_S3_BUCKET without BACKUP_PASSPHRASE: whoever gets at that bucket reads all that the site keeps.',
    trustProxy === true &&
      'TRUST_PROXY=true: whoever reaches this port without your proxy chooses the address that limits count. Name the proxy, or the number of proxies.',
    isReachable &&
      password !== undefined &&
      // As people count: four emoji are four characters.
      Array.from(password).length < SAFE_PASSWORD &&
      `HOST lets other machines reach the site, and ADMIN_PASSWORD is shorter than ${SAFE_PASSWORD} characters. Take it out of the settings and run \`npm run admin -- reset NAME\`.`,
  ].filter((warning) => warning !== false);
}

/**
 * Where the site is for nobody but whoever tries it, any password of the first admin will do.
 *
 * @throws Error if the name is none that an admin may have, or the password given is too short for a site that others reach.
 */
export function refuseFirstAdmin({
  firstAdmin: { username, password },
  publicUrl,
}: Pick<Environment, 'firstAdmin' | 'publicUrl'>): void {
  const { error } = newUsername.safeParse(username);
  if (error) throw new Error(`ADMIN_USERNAME: ${error.issues[0]?.message}.`);
  if (password === undefined || leadsNowhereElse(publicUrl)) return;
  // As people count: four emoji are four characters, and eight of UTF-16.
  if (Array.from(password).length >= SHORTEST_PASSWORD) return;
  throw new Error(
    `ADMIN_PASSWORD: must have at least ${SHORTEST_PASSWORD} characters. Leave it out, and the site makes a good one.`,
  );
}

function wholeNumber(least: number, most: number, sentence: string) {
  return z
    .string()
    .refine((text) => /^\d{1,5}$/.test(text) && Number(text) >= least && Number(text) <= most, sentence)
    .transform(Number);
}

/** In the form that an Origin header has, since the two are compared. */
function tidyAddress(text: string): string {
  const { origin, pathname } = new URL(text);
  return withoutSlash(`${origin}${pathname}`);
}

function isProxyTrust(text: string): boolean {
  if (/^(true|false|\d+)$/.test(text)) return true;
  return text.split(',').every((part) => {
    const [address = '', prefix, ...rest] = part.trim().split('/');
    if (['loopback', 'linklocal', 'uniquelocal'].includes(part.trim())) return true;
    const longest = isIPv6(address) ? 128 : 32;
    const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= longest);
    return rest.length === 0 && isIP(address) > 0 && isPrefix;
  });
}

function bucketOf(values: z.infer<typeof variables>): Bucket | undefined {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: name, S3_REGION: region } = values;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if (!endpoint && !name && !accessKeyId && !secretAccessKey) return undefined;
  if (endpoint && name && accessKeyId && secretAccessKey) {
    return { endpoint, name, region, accessKeyId, secretAccessKey };
  }
  throw new Error('S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together.');
}

/** @throws Error for a place where backups would be lost with the site, or in its way. */
function nightlyBackupsOf(values: z.infer<typeof variables>): NightlyBackups | undefined {
  const { BACKUP_DIR, BACKUP_KEEP: keep, DATA_DIR } = values;
  if (BACKUP_DIR !== undefined && values.BACKUP_S3_BUCKET !== undefined) {
    throw new Error('BACKUP_DIR and BACKUP_S3_BUCKET are two places: set one of them.');
  }
  const bucket = backupBucketOf(values);
  if (BACKUP_DIR === undefined) return bucket && { place: { kind: 'bucket', bucket }, keep };
  const folder = resolve(BACKUP_DIR);
  const inside = relative(resolve(DATA_DIR), folder);
  if (!/^\.\.([/\\]|$)/.test(inside) && !isAbsolute(inside)) {
    throw new Error('BACKUP_DIR must not be in DATA_DIR: what loses one would lose the other.');
  }
  return { place: { kind: 'folder', folder }, keep };
}

/** What is not said of the bucket for backups is as for photos. */
function backupBucketOf(values: z.infer<typeof variables>): Bucket | undefined {
  const { BACKUP_S3_BUCKET: name, S3_BUCKET: photos } = values;
  if (name === undefined) {
    const given = [
      values.BACKUP_S3_ENDPOINT,
      values.BACKUP_S3_REGION,
      values.BACKUP_S3_ACCESS_KEY_ID,
      values.BACKUP_S3_SECRET_ACCESS_KEY,
    ];
    if (given.every((value) => value === undefined)) return undefined;
    throw new Error('BACKUP_S3_BUCKET is missing: it names the bucket for backups.');
  }
  const endpoint = values.BACKUP_S3_ENDPOINT ?? values.S3_ENDPOINT;
  const accessKeyId = values.BACKUP_S3_ACCESS_KEY_ID ?? values.S3_ACCESS_KEY_ID;
  const secretAccessKey = values.BACKUP_S3_SECRET_ACCESS_KEY ?? values.S3_SECRET_ACCESS_KEY;
  if (!endpoint || !accessKeyId || !secretAccessKey) {
    throw new Error(
      'BACKUP_S3_BUCKET needs BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY, or the same of S3_.',
    );
  }
  const photosAt = values.S3_ENDPOINT && tidyAddress(values.S3_ENDPOINT);
  if (name === photos && tidyAddress(endpoint) === photosAt) {
    throw new Error(
      'BACKUP_S3_BUCKET must not be S3_BUCKET: backups need a bucket that shows nothing to visitors.',
    );
  }
  return {
    endpoint,
    name,
    region: values.BACKUP_S3_REGION ?? values.S3_REGION,
    accessKeyId,
    secretAccessKey,
  };
}

function proxyTrust(text: string | undefined): ProxyTrust {
  if (text === undefined || text === 'false') return false;
  if (text === 'true') return true;
  return /^\d+$/.test(text) ? (_address, hop) => hop < Number(text) : text;
}

function isTimeZone(text: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: text }));
  } catch {
    return false;
  }
}

/** @throws Error for settings that go together and do not come together. */
function mailOf({
  SMTP_URL: smtpUrl,
  MAIL_FROM: from,
  DKIM_DOMAIN: domainName,
  DKIM_SELECTOR: keySelector,
  DKIM_PRIVATE_KEY: pem,
}: z.infer<typeof variables>): MailSettings | undefined {
  if (!smtpUrl && !from) return undefined;
  if (!smtpUrl || !from) throw new Error('SMTP_URL and MAIL_FROM go together: both switch mail on.');
  if (!domainName && !keySelector && !pem) return { smtpUrl, from, dkim: undefined };
  if (!domainName || !keySelector || !pem) {
    throw new Error('DKIM_DOMAIN, DKIM_SELECTOR and DKIM_PRIVATE_KEY go together: all three sign mail.');
  }
  // Line breaks are hard to write in an environment.
  const privateKey = pem.replaceAll(String.raw`\n`, '\n');
  let key: KeyObject;
  try {
    key = createPrivateKey(privateKey);
  } catch (error) {
    throw new Error('DKIM_PRIVATE_KEY: must be a private key in PEM.', { cause: error });
  }
  // With any other nodemailer signs nothing, and says nothing.
  if (key.asymmetricKeyType !== 'rsa') throw new Error('DKIM_PRIVATE_KEY: must be an RSA key.');
  return { smtpUrl, from, dkim: { domainName, keySelector, privateKey } };
}

function isSender(text: string): boolean {
  return !/[\r\n]/.test(text) && z.email().safeParse(/<([^<>]+)>\s*$/.exec(text)?.[1] ?? text.trim()).success;
}
