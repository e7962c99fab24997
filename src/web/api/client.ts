import type { Endpoint, EndpointArguments, EndpointResponse } from '#shared/endpoint.ts';
import type { ErrorCode, ErrorResponse } from '#shared/errors.ts';

/** An answer other than success. Its message is the generic one of spec section 8: status, colon, body. */
export class ApiError extends Error {
  readonly status: number;
  /** What the server said in its error shape; absent if something between here and there answered. */
  readonly response: ErrorResponse | undefined;

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`);
    this.name = 'ApiError';
    this.status = status;
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

/** No answer at all: offline, or the server is away. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super('Network error', { cause });
    this.name = 'NetworkError';
  }
}

interface CallOptions {
  signal?: AbortSignal | undefined;
  /** The same key with the same request acts once, however often it is sent. */
  idempotencyKey?: string | undefined;
}

/**
 * Calls an endpoint of a contract.
 *
 * @throws ApiError for any answer that is no success, NetworkError when there is none.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  parts: EndpointArguments<E>,
  options: CallOptions = {},
): Promise<EndpointResponse<E>> {
  const needsToken = endpoint.access === 'admin' && endpoint.method === 'POST';
  if (!needsToken) return await send(endpoint, parts, options);
  try {
    return await send(endpoint, parts, options, await csrfToken());
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'csrf_token_invalid') throw error;
    // Someone signed in anew in another tab: the token that belongs to the new session does.
    forgetCsrfToken();
    return await send(endpoint, parts, options, await csrfToken());
  }
}

let keptToken: string | undefined;

/** To call at every change of session: the next one has a token of its own. */
export function forgetCsrfToken(): void {
  keptToken = undefined;
}

async function csrfToken(): Promise<string> {
  keptToken ??= ((await request('/api/csrf', { method: 'GET' })) as { csrfToken: string }).csrfToken;
  return keptToken;
}

async function send<E extends Endpoint>(
  endpoint: E,
  parts: EndpointArguments<E>,
  options: CallOptions,
  token?: string,
): Promise<EndpointResponse<E>> {
  const headers: Record<string, string> = {};
  if (parts.body !== undefined) headers['content-type'] = 'application/json';
  if (token !== undefined) headers['x-csrf-token'] = token;
  if (options.idempotencyKey !== undefined) headers['idempotency-key'] = options.idempotencyKey;
  const response = await request(endpointUrl(endpoint, parts), {
    method: endpoint.method,
    headers,
    ...(parts.body !== undefined && { body: JSON.stringify(parts.body) }),
    ...(options.signal && { signal: options.signal }),
  });
  return response as EndpointResponse<E>;
}

async function request(url: string, init: RequestInit): Promise<unknown> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, { credentials: 'include', ...init });
    text = await response.text();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new NetworkError(error);
  }
  if (!response.ok) throw new ApiError(response.status, response.statusText, text);
  return JSON.parse(text);
}

/** The address of a call, for links too. */
export function endpointUrl(
  endpoint: Endpoint,
  parts: { params?: object | undefined; query?: object | undefined },
): string {
  const params = (parts.params ?? {}) as Record<string, unknown>;
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parts.query ?? {})) {
    if (value !== undefined && value !== '') query.set(name, String(value));
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

function parseErrorResponse(body: string): ErrorResponse | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null && 'error' in parsed
      ? (parsed as ErrorResponse)
      : undefined;
  } catch {
    return undefined;
  }
}

/** The sentence to show for a failure: the server's own, else the network's, else the screen's. */
export function errorMessage(error: unknown, otherwise: string): string {
  if (error instanceof ApiError) return error.response?.error ?? otherwise;
  return error instanceof NetworkError ? error.message : otherwise;
}
