import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { LimitName } from './limits.ts';
import type { Subject } from './subjects.ts';

/** Who may call: anyone, a signed-in donor, whoever is signed in to the console, or of those the admins alone. */
type Access = 'public' | 'donor' | 'volunteer' | 'admin';

/** One call that the server offers: routes, typed client, tests and OpenAPI are all made from it. */
export type Endpoint = ReadEndpoint | WriteEndpoint;

export interface ReadEndpoint extends Declared {
  readonly method: 'GET';
  /** What its answer is made of: a change of any of them makes it stale. */
  readonly shows: readonly Subject[];
  readonly changes?: never;
}

export interface WriteEndpoint extends Declared {
  readonly method: 'POST';
  /** What it writes, its audit rows aside: every change may leave some. */
  readonly changes: readonly Subject[];
  readonly shows?: never;
}

/** What reads and changes declare alike. */
interface Declared {
  /** With `{name}` for each parameter, as OpenAPI writes it. */
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  /** Open to an admin, too, who has to change their password before anything else. */
  readonly beforePasswordChange?: boolean;
  /** Open to an admin, too, who has to set up a second factor before anything else. */
  readonly beforeSecondFactor?: boolean;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  readonly response: z.ZodType;
  /** Headers of a success that say something of their own, each described. */
  readonly headers?: Readonly<Record<string, z.ZodType>>;
  /** Status of a success: 200 by default. */
  readonly status?: 200 | 201;
  /** Honours an `Idempotency-Key` header: the same key gives the same answer and acts once. */
  readonly idempotent?: boolean;
  readonly limits?: readonly LimitName[];
  /** Why its handler may refuse. What follows from the rest of the declaration is not named (`server/http/refusal.ts`). */
  readonly refuses?: readonly ErrorCode[];
  /** Answers with a file to be saved: a table, or lists under their names. */
  readonly format?: 'csv' | 'json';
  /** Takes one file by multipart/form-data, in the field of this name. */
  readonly upload?: string;
}

/** Declares an endpoint, keeping its exact schema types. */
export function endpoint<const Definition extends Endpoint>(definition: Definition): Definition {
  return definition;
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Sent<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;

/** What a handler receives once the request is validated. */
export interface EndpointInput<E extends Endpoint> {
  params: Parsed<E['params']>;
  query: Parsed<E['query']>;
  body: Parsed<E['body']>;
}

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { [Key in Name]?: undefined }
  : { [Key in Name]: Value };

/** A body of which nothing must be given may be left out: a missing one counts as empty. */
type BodyPart<Body> = object extends Body ? { body?: Body } : Part<'body', Body>;

/** What a caller gives: only the parts that the endpoint has. */
export type EndpointArguments<E extends Endpoint> = Part<'params', Sent<E['params']>> &
  (E['query'] extends z.ZodType ? { query?: z.input<E['query']> } : { query?: undefined }) &
  BodyPart<Sent<E['body']>>;

export type EndpointResponse<E extends Endpoint> = z.output<E['response']>;

/** What a handler answers. On its way out each instant becomes text. */
export type EndpointAnswer<E extends Endpoint> = z.input<E['response']>;

/** The address of a call, for links too. */
export function endpointUrl(
  { path: template }: Endpoint,
  parts: { params?: object | undefined; query?: object | undefined },
): string {
  const params = (parts.params ?? {}) as Record<string, unknown>;
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parts.query ?? {})) {
    if (value !== undefined && value !== '') query.set(name, String(value));
  }
  return query.size > 0 ? `${path}?${query.toString()}` : path;
}
