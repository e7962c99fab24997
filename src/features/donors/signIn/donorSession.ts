import type { EndpointArguments } from '#shared/endpoint.ts';
import { callChanging } from '#web/api/callChanging.ts';
import { call } from '#web/api/client.ts';
import { unplacedError } from '#web/form/serverErrors.ts';
import { donorLogin as words } from '#words/signIn.tsx';
import { contract } from './contract.ts';

class SessionNotEstablished extends Error {}

/** @throws SessionNotEstablished where the browser has not kept the session's cookie. */
async function checkSession(): Promise<void> {
  if (!(await call(contract.studentMe, {})).authenticated) throw new SessionNotEstablished();
}

/** Signs a donor in, or has a code sent. */
export async function signIn(sent: EndpointArguments<typeof contract.studentLogin>) {
  const answer = await callChanging(contract.studentLogin, sent);
  if (!('codeSent' in answer)) await checkSession();
  return answer;
}

export async function signInByCode(sent: EndpointArguments<typeof contract.studentLoginCode>) {
  const answer = await callChanging(contract.studentLoginCode, sent);
  await checkSession();
  return answer;
}

export function signInError(error: Error): string | null {
  return error instanceof SessionNotEstablished ? words.cookieBlocked : unplacedError(error, words.failed);
}
