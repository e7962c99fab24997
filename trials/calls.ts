import { setTimeout } from 'node:timers/promises';
import { contract as auth } from '#features/auth/contract.ts';
import { contract as deciding } from '#features/donations/deciding/contract.ts';
import { contract as logging } from '#features/donations/logging/contract.ts';
import { contract as partners } from '#features/partners/contract.ts';
import { contract as photos } from '#features/photos/contract.ts';
import { contract as redemption } from '#features/redemption/contract.ts';
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

/** Logs a donation of the donor, which then waits for its verdict. */
export function logDonation(address: string, studentId: string, headers: Record<string, string> = {}) {
  const body = { studentId, weight: '1-2kg', date: '2026-01-15' } as const;
  return callAt(address, logging.logDonation, { body }, headers);
}

export function confirmDonation(address: string, id: number, admin: Record<string, string>) {
  return callAt(address, deciding.confirmDonation, { body: { id } }, admin);
}

export function checkCode(address: string, code: string, headers: Record<string, string> = {}) {
  return callAt(address, redemption.checkCode, { params: { code } }, headers);
}

export function redeemCode(address: string, code: string, pin: string, headers: Record<string, string> = {}) {
  return callAt(address, redemption.redeemCode, { params: { code }, body: { pin } }, headers);
}

/** Uploads a PNG as an admin. */
export async function uploadAt(address: string, png: Buffer, headers: Record<string, string>) {
  const body = new FormData();
  body.append('photo', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'photo.png');
  const response = await fetch(address + photos.uploadPhoto.path, { method: 'POST', headers, body });
  return await answerOf<EndpointResponse<typeof photos.uploadPhoto>>(response);
}

/** Signs an admin in, the first one unless told. Gives the headers of an admin's change: the session's cookie and its token. */
export async function signIn(
  address: string,
  body = { username: ADMIN.ADMIN_USERNAME, password: ADMIN.ADMIN_PASSWORD },
): Promise<Record<string, string>> {
  const { status, headers } = await callAt(address, auth.adminLogin, { body });
  if (status !== 200) throw new Error(`The sign-in was refused with ${status}.`);
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
  const { body: csrf } = await callAt(address, auth.csrf, {}, { cookie });
  return { cookie, 'x-csrf-token': csrf.csrfToken };
}

/** Adds a partner store. Gives its PIN. */
export async function partnerPin(
  address: string,
  admin: Record<string, string>,
  name = 'Main Street Thrift',
): Promise<string> {
  const { status, body } = await callAt(address, partners.createPartner, { body: { name } }, admin);
  if (status !== 200) throw new Error(`The partner was refused with ${status}.`);
  return body.pin;
}

/** Logs and confirms a donation. Gives its reward code. */
export async function issueCode(
  address: string,
  admin: Record<string, string>,
  studentId: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const { body: logged } = await logDonation(address, studentId, headers);
  const { status, body } = await confirmDonation(address, logged.id, admin);
  if (status !== 200) throw new Error(`The confirmation was refused with ${status}.`);
  return body.discountCode;
}

/** Makes so many calls, always some of them at once. Gives how many answers there were of each status. */
export async function callMany(
  calls: number,
  atOnce: number,
  call: (turn: number) => Promise<{ status: number }>,
): Promise<Map<number, number>> {
  const answers = new Map<number, number>();
  let sent = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (sent < calls) {
        const { status } = await call(sent++);
        answers.set(status, (answers.get(status) ?? 0) + 1);
      }
    }),
  );
  return answers;
}

/** Asks for the stores again and again while something is done. Gives how many milliseconds each answer took. */
export async function waitsDuring(address: string, work: Promise<unknown>, pause: number): Promise<number[]> {
  const waits: number[] = [];
  const state = { isOver: false };
  const over = work.finally(() => (state.isOver = true));
  while (!state.isOver) {
    const { answer, seconds } = await timed(() => callAt(address, partners.partners, {}));
    if (answer.status !== 200) throw new Error(`The stores were refused with ${answer.status}.`);
    waits.push(seconds * 1000);
    await setTimeout(pause);
  }
  await over;
  return waits;
}

/** Does something and gives how long it took. */
export async function timed<Answer>(
  work: () => Promise<Answer>,
): Promise<{ answer: Answer; seconds: number }> {
  const before = performance.now();
  const answer = await work();
  return { answer, seconds: (performance.now() - before) / 1000 };
}

async function answerOf<Body>(response: Response): Promise<Answered<Body>> {
  const text = await response.text();
  return { status: response.status, body: JSON.parse(text) as Body, text, headers: response.headers };
}
