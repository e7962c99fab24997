import { language } from '#words/site.ts';
import type { Endpoint, EndpointResponse } from '#shared/endpoint.ts';
import { withCsrfToken } from './callChanging.ts';
import { ApiError, NetworkError } from './client.ts';

interface UploadOptions {
  signal: AbortSignal;
  /** Called with the sent share of the file, from 0 to 1. */
  onProgress: (share: number) => void;
}

/**
 * Sends a file to an endpoint that takes one.
 *
 * @throws ApiError and NetworkError as `call` does; AbortError when the signal aborts.
 */
export async function upload<E extends Endpoint & { upload: string }>(
  endpoint: E,
  file: File,
  options: UploadOptions,
): Promise<EndpointResponse<E>> {
  return await withCsrfToken((token) => sendFile(endpoint, file, options, token));
}

/** Uses XMLHttpRequest, because fetch does not report the progress of an upload. */
async function sendFile<E extends Endpoint & { upload: string }>(
  endpoint: E,
  file: File,
  { signal, onProgress }: UploadOptions,
  token: string,
): Promise<EndpointResponse<E>> {
  signal.throwIfAborted();
  const answer = await new Promise<string>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(endpoint.method, endpoint.path);
    request.setRequestHeader('x-csrf-token', token);
    request.setRequestHeader('accept-language', language);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total));
    request.addEventListener('load', () => {
      const { status, statusText, responseText } = request;
      if (status >= 200 && status < 300) resolve(responseText);
      else reject(new ApiError({ status, statusText, headers: new Headers() }, responseText));
    });
    request.addEventListener('error', () => reject(new NetworkError('The upload broke off.')));
    request.addEventListener('abort', () => reject(new DOMException('Upload stopped', 'AbortError')));
    signal.addEventListener('abort', () => request.abort());
    const form = new FormData();
    form.set(endpoint.upload, file);
    request.send(form);
  });
  return JSON.parse(answer) as EndpointResponse<E>;
}
