import { language } from '#words/site.ts';
import type { Endpoint, EndpointResponse } from '#shared/endpoint.ts';
import { withCsrfToken } from './callChanging.ts';
import { ApiError, NetworkError } from './client.ts';

interface UploadOptions {
  signal: AbortSignal;
  /** Called with the part of the file that is sent, from 0 to 1. */
  onProgress: (part: number) => void;
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

/** By XMLHttpRequest, because fetch reports no progress of an upload. */
async function sendFile<E extends Endpoint & { upload: string }>(
  endpoint: E,
  file: File,
  { signal, onProgress }: UploadOptions,
  token: string,
): Promise<EndpointResponse<E>> {
  signal.throwIfAborted();
  const answer = await new Promise<string>((resolve, reject) => {
    const sending = new XMLHttpRequest();
    sending.open(endpoint.method, endpoint.path);
    sending.setRequestHeader('x-csrf-token', token);
    sending.setRequestHeader('accept-language', language);
    sending.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total));
    sending.addEventListener('load', () => {
      const { status, statusText, responseText } = sending;
      if (status >= 200 && status < 300) resolve(responseText);
      else reject(new ApiError({ status, statusText, headers: new Headers() }, responseText));
    });
    sending.addEventListener('error', () => reject(new NetworkError('The upload broke off.')));
    sending.addEventListener('abort', () => reject(new DOMException('Upload stopped', 'AbortError')));
    signal.addEventListener('abort', () => sending.abort());
    const form = new FormData();
    form.set(endpoint.upload, file);
    sending.send(form);
  });
  return JSON.parse(answer) as EndpointResponse<E>;
}
