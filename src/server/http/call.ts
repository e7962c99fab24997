import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AdminRole } from '#shared/roles.ts';
import type { Endpoint, EndpointAnswer, EndpointInput } from '#shared/endpoint.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import type { Post } from '#server/mailer.ts';
import type { PhotoStorage } from '#server/storage.ts';
import type { Secrets } from '#server/secrets.ts';
import type { CsvTable, JsonFile } from './downloads.ts';
import type { Refusal } from './refusal.ts';

/** What every handler may rely on. The clock is here so that tests can set it. */
export interface Site {
  database: Database;
  secrets: Secrets;
  clock: () => Date;
  /** IANA name of the zone that days and months are counted in. */
  timeZone: string;
  publicUrl: string;
  rateLimits: boolean;
  storage: PhotoStorage;
  /** Where mail goes out; null where the site sends none. */
  post: Post | null;
  /** Where the embedded database and photos are. */
  dataDirectory: string;
  /** Whether a backup is made each night. */
  makesBackups: boolean;
  /** Has the outbox looked at: something was written into it. */
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
  /** Null while nobody has donated under the ID. */
  participantId: number | null;
  displayName: string | null;
  /** Whether a mailed code or a trusted browser has proven who this is. */
  isProven: boolean;
}

/** A browser that is registered as a store's till. */
export interface RegisteredTill {
  id: number;
  partnerId: number;
}

/** Who is signed in, in each of the two roles that one browser may hold. */
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
  /** Who is signed in to the console, where the endpoint is of the console. */
  admin: E['access'] extends 'volunteer' | 'admin' ? AdminCaller : null;
  /** The signed-in donor of a donor endpoint. */
  donor: E['access'] extends 'donor' ? DonorCaller : null;
}

/** A read: it sees committed data and changes nothing. */
export interface ReadCall<E extends Endpoint> extends CommonCall<E> {
  database: Database;
  reply: FastifyReply;
  /** The file of an upload. */
  upload: E['upload'] extends string ? Buffer : null;
}

/** A write: all it does commits together with its audit rows and idempotency record, or not at all. */
export interface WriteCall<E extends Endpoint, SlowResult = undefined> extends CommonCall<E> {
  transaction: Transaction;
  /** What the endpoint's slow step came to, if it has one. */
  fromSlowStep: SlowResult;
  /** Sets or removes a session cookie once the transaction has committed. */
  changeCookie: (change: CookieChange) => void;
  /** Does what cannot be rolled back, before the answer. What fails is logged: something has to try it again. */
  afterCommit: (work: () => Promise<void>) => void;
}

type Call<E extends Endpoint> = E['method'] extends 'GET' ? ReadCall<E> : WriteCall<E>;

/** What a handler answers: a file's rows where the contract says so, else what its schema describes. */
type Answer<E extends Endpoint> = E['format'] extends 'csv'
  ? CsvTable
  : E['format'] extends 'json'
    ? JsonFile<EndpointAnswer<E>>
    : EndpointAnswer<E>;

type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E>>;

/** A write whose slow part, such as checking a password, must not hold a transaction open. */
interface SlowStepHandler<E extends Endpoint, SlowResult> {
  slowStep: (call: ReadCall<E>) => Promise<SlowResult>;
  handle: (call: WriteCall<E, SlowResult>) => Promise<Answer<E>>;
  /** What is to be kept of a call that either of them refused: nothing of its transaction is. */
  refused?: (call: ReadCall<E>, refusal: Refusal) => Promise<void>;
}

export interface Implementation {
  /** Under which the contract has the endpoint. */
  name: string;
  endpoint: Endpoint;
  slowStep?: (call: ReadCall<Endpoint>) => Promise<unknown>;
  handle: (call: never) => Promise<unknown>;
  refused?: ((call: ReadCall<Endpoint>, refusal: Refusal) => Promise<void>) | undefined;
}

type Contract = Readonly<Record<string, Endpoint>>;

// oxlint-disable-next-line typescript/no-explicit-any -- what each slow step comes to has its own type
type AnyHandler<E extends Endpoint> = Handler<E> | SlowStepHandler<E, any>;

/** Ties each endpoint of a feature's contract to its handler; leaving one out is a type error. */
export function implement<C extends Contract>(
  contract: C,
  handlers: { [Key in keyof C]: AnyHandler<C[Key]> },
): Implementation[] {
  return Object.entries(contract).map(([name, endpoint]) => {
    const handler = handlers[name] as AnyHandler<Endpoint>;
    if (typeof handler === 'function') return { name, endpoint, handle: handler };
    const { slowStep, handle, refused } = handler;
    return { name, endpoint, slowStep, handle: handle as Implementation['handle'], refused };
  });
}

/** Gives a handler with a slow step its types. */
export function withSlowStep<E extends Endpoint, SlowResult>(
  _endpoint: E,
  handler: SlowStepHandler<E, SlowResult>,
): SlowStepHandler<E, SlowResult> {
  return handler;
}
