import { type Sentence, translate } from '#shared/sentence.ts';
import type { LimitName } from '#shared/limits.ts';
import { type ErrorCode, type RefusalReason, statusByErrorCode } from '#shared/errors.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { isForConsole } from '#shared/roles.ts';

interface RefusalDetails {
  fields?: Record<string, Sentence>;
  reason?: RefusalReason;
  remaining?: number;
  maxUses?: number | undefined;
  /** The refused code is one to practise with. */
  practice?: true;
  /** Who has the given email already. */
  participant?: { id: number; displayName: string | null };
  /** The limit of failures that this refusal counts against. */
  countsAgainst?: LimitName;
  retryAfterSeconds?: number;
}

/** Refuses a call with a sentence for a person. Thrown in a handler, it rolls the transaction back. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly sentence: Sentence;
  readonly details: RefusalDetails;

  constructor(code: ErrorCode, sentence: Sentence, details: RefusalDetails = {}) {
    super(translate(sentence));
    this.name = 'Refusal';
    this.code = code;
    this.sentence = sentence;
    this.details = details;
  }

  get status(): number {
    return statusByErrorCode[this.code];
  }
}

/** A refusal of invalid fields. Its sentence is the first field's. */
export function invalidFields(fields: Record<string, Sentence>): Refusal {
  const [first = 'Please check what you entered.'] = Object.values(fields);
  return new Refusal('invalid_input', first, { fields });
}

/**
 * Refuses dates and instants at the ends of the calendar: a day later, the year might not have the four digits that
 * ISO 8601 and PostgreSQL need.
 *
 * @throws Refusal 400 with the message for each such field.
 */
export function checkYears(given: Readonly<Record<string, string | undefined>>, message: Sentence): void {
  const outOfRange = Object.entries(given).filter(([, text]) => text && !/^(?!0|1000|9999)\d{4}-/.test(text));
  if (outOfRange.length > 0)
    throw invalidFields(Object.fromEntries(outOfRange.map(([field]) => [field, message])));
}

/** Every code with which an endpoint may refuse: those that follow from its declaration, and its `refuses`. */
export function refusalsOf(endpoint: Endpoint): ErrorCode[] {
  const { access, method, refuses = [], limits = [] } = endpoint;
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
    [limits.length > 0, 'too_many_requests'],
    [true, 'internal', 'unavailable'],
  ];
  return [...refuses, ...derived.flatMap(([applies, ...codes]) => (applies ? codes : []))];
}
