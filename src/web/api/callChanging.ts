import type { contract } from '#features/staff/contract.ts';
import type { Endpoint, EndpointArguments, EndpointResponse, WriteEndpoint } from '#shared/endpoint.ts';
import { isForConsole } from '#shared/roles.ts';
import { address } from './address.ts';
import { ApiError, call, type CallOptions, NetworkError, request } from './client.ts';
import { language } from '#words/site.ts';

/**
 * Calls an endpoint that changes something, with the anti-forgery token that an admin's changes need. Whoever calls it
 * sees to it that what shows the change is loaded anew.
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

/** Does what needs the anti-forgery token, with a new one where the session is another by now. */
async function withCsrfToken<Result>(act: (token: string) => Promise<Result>): Promise<Result> {
  try {
    return await act(await csrfToken());
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'csrf_token_invalid') throw error;
    // Someone signed in anew in another tab: the token that belongs to the new session does.
    forgetCsrfToken();
    return await act(await csrfToken());
  }
}

const csrf = address<typeof contract.csrf>({ method: 'GET', path: '/api/csrf', access: 'public' });

let keptToken: string | undefined;

/** To call at every change of session: the next one has a token of its own. */
export function forgetCsrfToken(): void {
  keptToken = undefined;
}

async function csrfToken(): Promise<string> {
  keptToken ??= (await call(csrf, {})).csrfToken;
  return keptToken;
}

interface UploadOptions {
  signal?: AbortSignal | undefined;
  /** Told how much of the file has left, from 0 to 1. */
  onProgress?: ((part: number) => void) | undefined;
}

/**
 * Sends a file to an endpoint that takes one.
 *
 * @throws ApiError and NetworkError as `call` does; AbortError once the signal says so.
 */
export async function upload<E extends Endpoint & { upload: string }>(
  endpoint: E,
  file: File,
  options: UploadOptions = {},
): Promise<EndpointResponse<E>> {
  return await withCsrfToken((token) => sendFile(endpoint, file, options, token));
}

/** By XMLHttpRequest, because fetch does not tell how an upload goes. */
async function sendFile<E extends Endpoint & { upload: string }>(
  endpoint: E,
  file: File,
  { signal, onProgress }: UploadOptions,
  token: string,
): Promise<EndpointResponse<E>> {
  signal?.throwIfAborted();
  const answer = await new Promise<string>((resolve, reject) => {
    const sending = new XMLHttpRequest();
    sending.open(endpoint.method, endpoint.path);
    sending.setRequestHeader('x-csrf-token', token);
    sending.setRequestHeader('accept-language', language);
    sending.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(loaded / total));
    sending.addEventListener('load', () => {
      const { status, statusText, responseText } = sending;
      if (status >= 200 && status < 300) resolve(responseText);
      else reject(new ApiError({ status, statusText, headers: new Headers() }, responseText));
    });
    sending.addEventListener('error', () => reject(new NetworkError('The upload broke off.')));
    sending.addEventListener('abort', () => reject(new DOMException('Upload stopped', 'AbortError')));
    signal?.addEventListener('abort', () => sending.abort());
    const form = new FormData();
    form.set(endpoint.upload, file);
    sending.send(form);
  });
  return JSON.parse(answer) as EndpointResponse<E>;
}
