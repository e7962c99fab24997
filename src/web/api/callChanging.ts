import type { contract } from '#features/staff/contract.ts';
import type { EndpointArguments, EndpointResponse, WriteEndpoint } from '#shared/endpoint.ts';
import { isForConsole } from '#shared/roles.ts';
import { lightEndpoint } from './lightEndpoint.ts';
import { ApiError, call, type CallOptions, request } from './client.ts';

/**
 * Calls an endpoint that changes something, with the anti-forgery token that an admin's changes need. The caller must reload
 * the data that the change affects.
 *
 * @throws ApiError for any answer that is no success, NetworkError when there is none.
 */
export async function callChanging<E extends WriteEndpoint>(
  endpoint: E,
  parts: EndpointArguments<E>,
  options: CallOptions = {},
): Promise<EndpointResponse<E>> {
  const { body } = isForConsole(endpoint)
    ? await withCsrfToken((token) => request(endpoint, parts, options, token))
    : await request(endpoint, parts, options);
  return body;
}

/** Makes a call with the anti-forgery token, and once more with a new one if the session has changed. */
export async function withCsrfToken<Result>(send: (token: string) => Promise<Result>): Promise<Result> {
  try {
    return await send(await csrfToken());
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'csrf_token_invalid') throw error;
    // Someone signed in again in another tab: the new session has its own token.
    forgetCsrfToken();
    return await send(await csrfToken());
  }
}

const csrf = lightEndpoint<typeof contract.csrf>({ method: 'GET', path: '/api/csrf', access: 'public' });

let cachedToken: string | undefined;

/** Drops the token. Call it whenever the session changes, since each session has its own. */
export function forgetCsrfToken(): void {
  cachedToken = undefined;
}

async function csrfToken(): Promise<string> {
  cachedToken ??= (await call(csrf, {})).csrfToken;
  return cachedToken;
}
