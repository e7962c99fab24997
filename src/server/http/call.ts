import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AdminRole } from '#shared/roles.ts';
import type { Endpoint, EndpointAnswer, EndpointInput } from '#shared/endpoint.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import type { Mailer } from '#server/mailer.ts';
import type { PhotoStorage } from '#server/storage.ts';
import type { Secrets } from '#server/secrets.ts';
import { clientAddress } from './addresses.ts';
import type { CsvTable, JsonFile } from './downloads.ts';
import type { Refusal } from './refusal.ts';

/** What every handler may use. Tests replace the clock. */
export interface Site {
  database: Database;
  secrets: Secrets;
  clock: () => Date;
  /** IANA name of the zone of the site's days and months. */
  timeZone: string;
  publicUrl: string;
  rateLimits: boolean;
  storage: PhotoStorage;
  /** Null: the site sends no mail. */
  mailer: Mailer | null;
  dataDirectory: string;
  /** Whether the site makes nightly backups. */
  makesBackups: boolean;
  /** Makes the mail worker read the outbox now. */
  wakeMail: () => void;
}

export interface AdminCaller {
  sessionId: number;
  adminId: number;
  username: string;
  role: AdminRole;
  mustChangePassword: boolean;
  mustSetUpSecondFactor: boolean;
}

export interface DonorCaller {
  sessionId: number;
  studentId: string;
  /** Null before the first donation under the ID. */
  participantId: number | null;
  displayName: string | null;
  /** Proven by a mailed code or a trusted browser. */
  isProven: boolean;
}

/** A browser that is registered as a store's till. */
export interface RegisteredTill {
  id: number;
  partnerId: number;
}

/** Who is signed in. One browser may hold both. */
export interface Callers {
  admin: AdminCaller | null;
  donor: DonorCaller | null;
}

export type CookieName = 'admin' | 'donor' | 'till' | 'pending' | 'trusted';

/** A cookie to set with the answer, once the transaction has committed. */
export interface CookieChange {
  name: CookieName;
  /** Null removes the cookie. */
  token: string | null;
}

interface CommonCall<E extends Endpoint> extends EndpointInput<E> {
  site: Site;
  now: Date;
  request: FastifyRequest;
  callers: Callers;
  admin: E['access'] extends 'volunteer' | 'admin' ? AdminCaller : null;
  donor: E['access'] extends 'donor' ? DonorCaller : null;
}

/** A read: it sees committed data and changes nothing. */
export interface ReadCall<E extends Endpoint> extends CommonCall<E> {
  database: Database;
  reply: FastifyReply;
  upload: E['upload'] extends string ? Buffer : null;
}

/** A write: its changes, audit rows and idempotency record commit together or not at all. */
export interface WriteCall<E extends Endpoint, SlowResult = undefined> extends CommonCall<E> {
  transaction: Transaction;
  fromSlowStep: SlowResult;
  /** Sets or removes a cookie once the transaction has committed. */
  changeCookie: (change: CookieChange) => void;
  /** Does what cannot be rolled back, after the commit and before the answer. A failure is only logged. */
  afterCommit: (work: () => Promise<void>) => void;
}

type Call<E extends Endpoint> = E['method'] extends 'GET' ? ReadCall<E> : WriteCall<E>;

/** What a handler answers: a file if the contract says so, else what its schema describes. */
type Answer<E extends Endpoint> = E['format'] extends 'csv'
  ? CsvTable
  : E['format'] extends 'json'
    ? JsonFile<EndpointAnswer<E>>
    : EndpointAnswer<E>;

type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E>>;

/** A write whose slow part, such as checking a password, runs before the transaction. */
interface SlowStepHandler<E extends Endpoint, SlowResult> {
  slowStep: (call: ReadCall<E>) => Promise<SlowResult>;
  handle: (call: WriteCall<E, SlowResult>) => Promise<Answer<E>>;
  /** Records a refused call, whose transaction was rolled back. */
  recordRefusal?: (call: ReadCall<E>, refusal: Refusal) => Promise<void>;
}

export interface Implementation {
  /** The endpoint's key in its contract. */
  name: string;
  endpoint: Endpoint;
  slowStep?: (call: ReadCall<Endpoint>) => Promise<unknown>;
  handle: (call: never) => Promise<unknown>;
  recordRefusal?: ((call: ReadCall<Endpoint>, refusal: Refusal) => Promise<void>) | undefined;
}

type Contract = Readonly<Record<string, Endpoint>>;

// oxlint-disable-next-line typescript/no-explicit-any -- each slow step has its own result type
type AnyHandler<E extends Endpoint> = Handler<E> | SlowStepHandler<E, any>;

/** Ties each endpoint of a feature's contract to its handler; leaving one out is a type error. */
export function implement<C extends Contract>(
  contract: C,
  handlers: { [Key in keyof C]: AnyHandler<C[Key]> },
): Implementation[] {
  return Object.entries(contract).map(([name, endpoint]) => {
    const handler = handlers[name] as AnyHandler<Endpoint>;
    if (typeof handler === 'function') return { name, endpoint, handle: handler };
    const { slowStep, handle, recordRefusal } = handler;
    return { name, endpoint, slowStep, handle: handle as Implementation['handle'], recordRefusal };
  });
}

/** Gives a handler with a slow step its types. */
export function withSlowStep<E extends Endpoint, SlowResult>(
  _endpoint: E,
  handler: SlowStepHandler<E, SlowResult>,
): SlowStepHandler<E, SlowResult> {
  return handler;
}

/** Where a call comes from, and its number in the server's log. */
interface CallOrigin {
  address: string | null;
  requestId: string;
}

const origins = new AsyncLocalStorage<CallOrigin>();

/** Runs a call's work, in which `currentCallOrigin` gives its origin. */
export function withCallOrigin<Result>({ ip, id }: FastifyRequest, work: () => Result): Result {
  return origins.run({ address: clientAddress(ip), requestId: id }, work);
}

/** The origin of the call being answered; nulls outside of any, as in a command. */
export function currentCallOrigin(): CallOrigin | { address: null; requestId: null } {
  return origins.getStore() ?? { address: null, requestId: null };
}
