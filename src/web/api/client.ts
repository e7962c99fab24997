import { language, networkError } from '#words/site.ts';
import {
  type Endpoint,
  type EndpointArguments,
  type EndpointResponse,
  endpointUrl,
  type ReadEndpoint,
  type WriteEndpoint,
} from '#shared/endpoint.ts';
import type { ErrorCode, ErrorResponse } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';

/** An answer other than success. Its message is the status with the body, for logs. */
export class ApiError extends Error {
  readonly status: number;
  /** The server's error; absent if a proxy answered. */
  readonly response: ErrorResponse | undefined;
  readonly headers: Headers;

  constructor(
    { status, statusText, headers }: Pick<Response, 'status' | 'statusText' | 'headers'>,
    body: string,
  ) {
    super(`${status}: ${body || statusText}`);
    this.name = 'ApiError';
    this.status = status;
    this.headers = headers;
    this.response = parseErrorResponse(body);
  }

  get code(): ErrorCode | undefined {
    return this.response?.code;
  }

  /** Messages by field name; empty when the refusal is about no field. */
  get fields(): Record<string, string> {
    return this.response?.fields ?? {};
  }
}

/** A call got no answer: there is no connection, or the server is down. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super(networkError, { cause });
    this.name = 'NetworkError';
  }
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** A request that is sent several times with the same key acts once. */
  idempotencyKey?: string | undefined;
  /** The language of the answer. By default it is this build's. */
  language?: Language | undefined;
}

/** The endpoints for `call`: reads, and changes that reload nothing. Others go through `useChange` or `callChanging`. */
type Callable = ReadEndpoint | (WriteEndpoint & { access: 'public' | 'donor'; changes: readonly [] });

/**
 * Calls an endpoint of a contract.
 *
 * @throws ApiError for any answer that is no success, NetworkError when there is none.
 */
export async function call<E extends Endpoint>(
  endpoint: E & Callable,
  parts: EndpointArguments<E>,
  options: CallOptions = {},
): Promise<EndpointResponse<E>> {
  return (await request<E>(endpoint, parts, options)).body;
}

interface Answer<Body> {
  body: Body;
  headers: Headers;
}

/** Calls any endpoint, and returns the answer's headers too. */
export async function request<E extends Endpoint>(
  endpoint: E,
  parts: EndpointArguments<E>,
  options: CallOptions,
  token?: string,
): Promise<Answer<EndpointResponse<E>>> {
  const headers: Record<string, string> = { 'accept-language': options.language ?? language };
  if (parts.body !== undefined) headers['content-type'] = 'application/json';
  if (token !== undefined) headers['x-csrf-token'] = token;
  if (options.idempotencyKey !== undefined) headers['idempotency-key'] = options.idempotencyKey;
  const answer = await fetchAnswer(endpointUrl(endpoint, parts), {
    method: endpoint.method,
    headers,
    ...(parts.body !== undefined && { body: JSON.stringify(parts.body) }),
    ...(options.signal && { signal: options.signal }),
  });
  return answer as Answer<EndpointResponse<E>>;
}

async function fetchAnswer(url: string, init: RequestInit): Promise<Answer<unknown>> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, { credentials: 'include', ...init });
    text = await response.text();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new NetworkError(error);
  }
  if (!response.ok) throw new ApiError(response, text);
  const body: unknown = JSON.parse(text);
  // Some proxies turn errors into 200: trust the body.
  if (readRefusal(body)) throw new ApiError(response, text);
  return { body, headers: response.headers };
}

function parseErrorResponse(body: string): ErrorResponse | undefined {
  try {
    return readRefusal(JSON.parse(body));
  } catch {
    return undefined;
  }
}

function readRefusal(body: unknown): ErrorResponse | undefined {
  return typeof body === 'object' && body !== null && ('error' in body || 'reason' in body)
    ? (body as ErrorResponse)
    : undefined;
}

/** The sentence to show for a failure: the server's own, else the network's, else the fallback. */
export function errorMessage(error: unknown, fallback: string): string {
  if (error instanceof ApiError) return error.response?.error ?? fallback;
  return error instanceof NetworkError ? error.message : fallback;
}
