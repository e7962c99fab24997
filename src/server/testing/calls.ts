import { contract as auth } from '#features/staff/contract.ts';
import { contract as deciding } from '#features/donations/console/contract.ts';
import { contract as logging } from '#features/donations/contract.ts';
import { contract as partners } from '#features/partners/contract.ts';
import { contract as redemption } from '#features/till/contract.ts';
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

/** The first admin of every server that a test starts. */
export const ADMIN = { ADMIN_USERNAME: 'alex', ADMIN_PASSWORD: 'a password for tests' };

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

async function answerOf<Body>(response: Response): Promise<Answered<Body>> {
  const text = await response.text();
  return { status: response.status, body: JSON.parse(text) as Body, text, headers: response.headers };
}
