import type { LimitName } from '#shared/endpoint.ts';
import { type ErrorCode, type RefusalReason, statusByErrorCode } from '#shared/errors.ts';

interface RefusalDetails {
  fields?: Record<string, string>;
  reason?: RefusalReason;
  remaining?: number;
  maxUses?: number | undefined;
  /** The quota that this refusal uses up, counted after the transaction is rolled back. */
  countsAgainst?: LimitName;
  retryAfterSeconds?: number;
}

/** A call that is refused for a reason a person can be told. Thrown in a handler, it undoes the transaction. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly details: RefusalDetails;

  constructor(code: ErrorCode, sentence: string, details: RefusalDetails = {}) {
    super(sentence);
    this.name = 'Refusal';
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return statusByErrorCode[this.code];
  }
}

/** A refusal of invalid fields: `error` is the first field's message. */
export function invalidFields(fields: Record<string, string>): Refusal {
  const [first = 'Please check what you entered.'] = Object.values(fields);
  return new Refusal('invalid_input', first, { fields });
}
