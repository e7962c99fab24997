// Why a call may be refused: most of it follows from what its endpoint declares, the rest is its `refuses`.
import type { Endpoint } from '#shared/endpoint.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { type Limit, type LimitName, limits } from '#shared/limits.ts';
import { isForConsole } from '#shared/roles.ts';
import { fill, type Said } from '#shared/sentence.ts';

/** Every code with which an endpoint may refuse. One of the server's own failures, 500 or 503, may come from each. */
export function refusalsOf(endpoint: Endpoint): ErrorCode[] {
  const { access, method, refuses = [], limits: counted = [] } = endpoint;
  const isOfConsole = isForConsole(endpoint);
  const isChange = method === 'POST';
  const derived: [boolean, ...ErrorCode[]][] = [
    [true, 'invalid_input'],
    [access !== 'public', 'unauthenticated'],
    [access === 'admin', 'not_allowed'],
    [isOfConsole && !endpoint.beforePasswordChange, 'password_change_required'],
    [isOfConsole && !endpoint.beforeSecondFactor, 'second_factor_setup_required'],
    [isOfConsole && isChange, 'csrf_token_invalid'],
    [isChange, 'origin_refused', 'payload_too_large', 'unsupported_media_type'],
    [endpoint.idempotent === true, 'idempotency_key_reused'],
    [counted.length > 0, 'too_many_requests'],
    [true, 'internal', 'unavailable'],
  ];
  return [...refuses, ...derived.flatMap(([holds, ...codes]) => (holds ? codes : []))];
}

interface Explanation {
  /** When a call is refused so. */
  when: string;
  /** What a person is told then, or one of the things. */
  says: Said;
}

/** What each code means, for those who write programs. */
export const explanations: Readonly<Record<ErrorCode, Explanation>> = {
  invalid_input: {
    when: 'The request cannot be read, or something in it is missing or wrong. `fields` names each field with what is wrong.',
    says: 'Please check what you entered.',
  },
  unauthenticated: { when: 'No session, or one that has ended.', says: 'Please sign in.' },
  wrong_credentials: {
    when: 'The password, the code or the email is not the right one.',
    says: 'Wrong username or password.',
  },
  second_factor_required: {
    when: 'The password was right, and the admin has a second factor: send the same again with its `code`.',
    says: 'Please enter the code from your authenticator app.',
  },
  csrf_token_invalid: {
    when: 'X-CSRF-Token is missing, or not that of the session.',
    says: 'Please reload the page and try again.',
  },
  origin_refused: {
    when: 'A browser sent the change from another site’s page.',
    says: fill('This request came from another site. Please open {address} and try again there.', {
      address: 'https://reround.example',
    }),
  },
  invalid_pin: { when: 'No partner store has this PIN.', says: 'Invalid PIN' },
  other_partner: {
    when: 'The code, or the use that was taken of it, is another partner store’s.',
    says: 'This code is for another partner store.',
  },
  password_change_required: {
    when: 'The admin has to change their password before anything else.',
    says: 'Please change your password first.',
  },
  second_factor_setup_required: {
    when: 'The settings ask for a second factor, which the admin has to set up before anything else.',
    says: 'Please set up your second factor first.',
  },
  not_allowed: {
    when: 'A volunteer is signed in, and this is for admins.',
    says: 'Only an admin may do this. Please ask one.',
  },
  not_yourself: {
    when: 'Admins cannot do this to themselves.',
    says: 'You cannot do this to yourself. Please ask another admin.',
  },
  not_found: {
    when: 'What the path or the body names does not exist.',
    says: 'There is nothing here.',
  },
  already_confirmed: {
    when: 'The donation was confirmed already.',
    says: 'This donation is already confirmed.',
  },
  already_rejected: {
    when: 'The donation was rejected already.',
    says: 'This donation is already rejected.',
  },
  nothing_to_undo: {
    when: 'The admin has not confirmed anything that is not undone.',
    says: 'There is no confirmation of yours to undo.',
  },
  code_already_used: {
    when: 'A store has taken a reward code of what was to be undone.',
    says: 'A reward code of that confirmation was already used.',
  },
  code_not_changeable: {
    when: 'The reward code is used up, revoked or expired, or would come to expire sooner.',
    says: 'This code is revoked.',
  },
  used_up: { when: 'No use of the reward code is left.', says: 'Code fully used' },
  already_undone: {
    when: 'The use was given back before.',
    says: 'This use was given back already.',
  },
  undo_too_late: {
    when: 'More than 15 minutes have passed.',
    says: 'This was too long ago to be undone at the till. The office can give the use back.',
  },
  duplicate: {
    when: 'Something else has this name, code or donor ID, which there can be once only.',
    says: 'Another bin has this code already',
  },
  email_taken: {
    when: 'Another participant has this email, whom `participant` names.',
    says: fill('{name} has this email already. If they are one person, merge the two.', {
      name: 'Grace Friesen (No. 1)',
    }),
  },
  last_admin: {
    when: 'No other active admin would be left.',
    says: 'This is the last active admin, who stays.',
  },
  wrong_state: {
    when: 'It is in no state in which this can be done, as `error` says. Somebody else may have been quicker.',
    says: 'This person was removed.',
  },
  settings_changed: {
    when: 'Somebody else has saved other settings since the caller read them.',
    says: fill('{name} saved other settings meanwhile. Nothing of yours is saved yet.', { name: 'sam' }),
  },
  idempotency_key_reused: {
    when: 'The Idempotency-Key came before, with another request.',
    says: 'This Idempotency-Key was already used for another request.',
  },
  expired: {
    when: 'The reward code, or the code to sign in by, has expired.',
    says: 'Code expired',
  },
  payload_too_large: {
    when: 'The body is larger than it may be: 64 KiB, or for a picture 5 MB.',
    says: 'That is too large to send.',
  },
  unsupported_media_type: {
    when: 'The body is of another type than the operation takes.',
    says: 'Please send JSON.',
  },
  too_many_requests: {
    when: 'A quota is used up. `Retry-After` says in how many seconds to try again.',
    says: fill('Too many tries. Please wait {minutes} minutes and try again.', { minutes: 15 }),
  },
  internal: {
    when: 'A failure of the server’s own. `requestId` is in its log.',
    says: 'Something went wrong on our side. Please try again.',
  },
  unavailable: {
    when: 'The server is busy or restarting. `Retry-After` says in how many seconds to try again.',
    says: 'The service is busy or restarting. Please try again shortly.',
  },
};

/** The quotas that an endpoint is counted against, as sentences. */
export function quotasOf({ limits: names = [] }: Endpoint): string[] {
  return names.map((name: LimitName) => {
    const limit: Readonly<Limit> = limits[name];
    const { counts, most, hours, mostOfNetwork, mostOfEverybody } = limit;
    const what = counts === 'attempts' ? 'calls' : 'refusals';
    const besides = [
      mostOfNetwork !== undefined && `${mostOfNetwork} of its network`,
      mostOfEverybody !== undefined && `${mostOfEverybody} of all strangers together`,
    ].filter((part) => typeof part === 'string');
    const window = hours === undefined ? '15 minutes' : `${hours} hours`;
    return `${name}: at most ${most} ${what} of one caller in ${window}${besides.map((part) => `, ${part}`).join('')}.`;
  });
}
