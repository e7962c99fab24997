import type { EndpointArguments } from '#shared/endpoint.ts';
import { cachedLightEndpoint } from '#web/api/lightEndpoint.ts';
import { callChanging } from '#web/api/callChanging.ts';
import { call } from '#web/api/client.ts';
import { unplacedError } from '#web/form/serverErrors.ts';
import { donorLogin as words } from '#words/signIn.tsx';
import type { contract } from './contract.ts';
import { studentMe } from './studentMeAddress.ts';

type Contract = typeof contract;

const studentLogin = cachedLightEndpoint<Contract['studentLogin']>({
  method: 'POST',
  path: '/api/students/login',
  access: 'public',
  changes: ['participants'],
});

const studentLoginCode = cachedLightEndpoint<Contract['studentLoginCode']>({
  method: 'POST',
  path: '/api/students/login/code',
  access: 'public',
  changes: ['participants'],
});

class SessionNotEstablished extends Error {}

/** @throws SessionNotEstablished if the browser did not store the session's cookie. */
async function checkSession(): Promise<void> {
  if (!(await call(studentMe, {})).authenticated) throw new SessionNotEstablished();
}

/** Signs a donor in, or mails a code. */
export async function signIn(request: EndpointArguments<Contract['studentLogin']>) {
  const answer = await callChanging(studentLogin, request);
  if (!('codeSent' in answer)) await checkSession();
  return answer;
}

export async function signInByCode(request: EndpointArguments<Contract['studentLoginCode']>) {
  const answer = await callChanging(studentLoginCode, request);
  await checkSession();
  return answer;
}

export function signInError(error: Error): string | null {
  return error instanceof SessionNotEstablished ? words.cookieBlocked : unplacedError(error, words.failed);
}
