import { resolve } from 'node:path';
import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);

const variables = z.object({
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must start with postgres:// or postgresql://' })
    .optional(),
  SECRET_KEY: z.string().min(32, 'must be at least 32 characters').optional(),
  ADMIN_USERNAME: z.string().trim().min(1).max(64).optional(),
  ADMIN_PASSWORD: z.string().min(8, 'must be at least 8 characters').max(1024).optional(),
  TRUST_PROXY: z.string().optional(),
  SITE_TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'must be an IANA time zone such as America/Winnipeg')
    .default('America/Winnipeg'),
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

type ProxyTrust = boolean | string | ((address: string, hop: number) => boolean);

/** What the environment says about how to run, checked and with its defaults. */
export interface Environment {
  port: number;
  host: string;
  /** Its address for users, without a slash at the end. Its port is unknown while `port` is 0. */
  publicUrl: string;
  dataDirectory: string;
  databaseUrl: string | undefined;
  secretKey: string | undefined;
  firstAdmin: { username: string; password: string | undefined };
  /** Whose X-Forwarded-For to believe: nobody's, everyone's, listed addresses', or so many hops'. */
  trustProxy: ProxyTrust;
  timeZone: string;
  rateLimits: boolean;
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
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl: (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, ''),
    dataDirectory: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    secretKey: values.SECRET_KEY,
    firstAdmin: { username: values.ADMIN_USERNAME ?? 'admin', password: values.ADMIN_PASSWORD },
    trustProxy: proxyTrust(values.TRUST_PROXY),
    timeZone: values.SITE_TIME_ZONE,
    rateLimits: values.RATE_LIMITS === 'on',
    logLevel: values.LOG_LEVEL,
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
