import { contract as auth } from '#features/auth/contract.ts';
import { contract as photos } from '#features/photos/contract.ts';
import {
  type Endpoint,
  type EndpointArguments,
  type EndpointResponse,
  endpointUrl,
} from '#shared/endpoint.ts';

/** An answer that came whole. `body` has the endpoint's shape where the status is a success. */
export interface Answered<Body> {
  status: number;
  body: Body;
  text: string;
  headers: Headers;
}

/** The first admin of every server that a trial starts. */
export const ADMIN = { ADMIN_USERNAME: 'alex', ADMIN_PASSWORD: 'a password for trials' };

/**
 * Calls an endpoint of a running server.
 *
 * @throws TypeError if the connection broke before the answer was whole.
 */
export async function callAt<E extends Endpoint>(
  address: string,
  endpoint: E,
  parts: EndpointArguments<E>,
  headers: Record<string, string> = {},
): Promise<Answered<EndpointResponse<E>>> {
  const { body } = parts;
  return await answerOf(
    await fetch(address + endpointUrl(endpoint, parts), {
      method: endpoint.method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );
}

/** Uploads a PNG as an admin. */
export async function uploadAt(address: string, png: Buffer, headers: Record<string, string>) {
  const body = new FormData();
  body.append('photo', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'photo.png');
  const response = await fetch(address + photos.uploadPhoto.path, { method: 'POST', headers, body });
  return await answerOf<EndpointResponse<typeof photos.uploadPhoto>>(response);
}

/** Signs the first admin in. Gives the headers of an admin's change: the session's cookie and its token. */
export async function signIn(address: string): Promise<Record<string, string>> {
  const body = { username: ADMIN.ADMIN_USERNAME, password: ADMIN.ADMIN_PASSWORD };
  const { status, headers } = await callAt(address, auth.adminLogin, { body });
  if (status !== 200) throw new Error(`The sign-in was refused with ${status}.`);
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
  const { body: csrf } = await callAt(address, auth.csrf, {}, { cookie });
  return { cookie, 'x-csrf-token': csrf.csrfToken };
}

async function answerOf<Body>(response: Response): Promise<Answered<Body>> {
  const text = await response.text();
  return { status: response.status, body: JSON.parse(text) as Body, text, headers: response.headers };
}
