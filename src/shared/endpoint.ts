import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { LimitName } from './limits.ts';
import type { Subject } from './subjects.ts';

/** Who may call: anyone, signed-in donors, volunteers and admins, or admins only. */
type Access = 'public' | 'donor' | 'volunteer' | 'admin';

/** A call that the server offers. Routes, the typed client, tests and OpenAPI are made from it. */
export type Endpoint = ReadEndpoint | WriteEndpoint;

export interface ReadEndpoint extends EndpointDeclaration {
  readonly method: 'GET';
  /** What its answer is made of. A change of these makes it stale. */
  readonly shows: readonly Subject[];
  readonly changes?: never;
}

export interface WriteEndpoint extends EndpointDeclaration {
  readonly method: 'POST';
  /** What it writes, except audit rows. */
  readonly changes: readonly Subject[];
  readonly shows?: never;
}

interface EndpointDeclaration {
  /** The path, with `{name}` for each parameter, as in OpenAPI. */
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  /** Allowed before a required change of password. */
  readonly beforePasswordChange?: boolean;
  /** Allowed before a required second factor is set up. */
  readonly beforeSecondFactor?: boolean;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  readonly response: z.ZodType;
  /** Status of a success: 200 by default. */
  readonly status?: 200 | 201;
  /** Honours an `Idempotency-Key` header: the same key gives the same answer and acts once. */
  readonly idempotent?: boolean;
  readonly limits?: readonly LimitName[];
  /** Codes with which its handler may refuse, besides those that follow from the declaration (`server/http/refusal.ts`). */
  readonly refuses?: readonly ErrorCode[];
  /** Answers with a file to be saved. */
  readonly format?: 'csv' | 'json';
  /** Takes one file as multipart/form-data, in the field of this name. */
  readonly upload?: string;
}

/** Declares an endpoint, keeping its exact schema types. */
export function endpoint<const Definition extends Endpoint>(definition: Definition): Definition {
  return definition;
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Sent<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;

/** The validated request that a handler gets. */
export interface EndpointInput<E extends Endpoint> {
  params: Parsed<E['params']>;
  query: Parsed<E['query']>;
  body: Parsed<E['body']>;
}

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { [Key in Name]?: undefined }
  : { [Key in Name]: Value };

/** A body without required fields may be left out. */
type BodyPart<Body> = object extends Body ? { body?: Body } : Part<'body', Body>;

/** What a caller gives: only the parts that the endpoint has. */
export type EndpointArguments<E extends Endpoint> = Part<'params', Sent<E['params']>> &
  (E['query'] extends z.ZodType ? { query?: z.input<E['query']> } : { query?: undefined }) &
  BodyPart<Sent<E['body']>>;

export type EndpointResponse<E extends Endpoint> = z.output<E['response']>;

/** What a handler answers, with instants as dates. */
export type EndpointAnswer<E extends Endpoint> = z.input<E['response']>;

/** The address of a call with its parameters. */
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
