import { z } from 'zod';

/**
 * Every error code with its HTTP status. The list is closed: any other failure is `internal`, with its details in the
 * server's log only.
 */
export const statusByErrorCode = {
  invalid_input: 400,
  unauthenticated: 401,
  wrong_credentials: 401,
  second_factor_required: 401,
  csrf_token_invalid: 403,
  origin_refused: 403,
  invalid_pin: 403,
  other_partner: 403,
  password_change_required: 403,
  not_allowed: 403,
  not_yourself: 403,
  second_factor_setup_required: 403,
  not_found: 404,
  already_confirmed: 409,
  already_rejected: 409,
  nothing_to_undo: 409,
  code_already_used: 409,
  code_not_changeable: 409,
  used_up: 409,
  already_undone: 409,
  enough_today: 409,
  undo_too_late: 409,
  duplicate: 409,
  email_taken: 409,
  last_admin: 409,
  wrong_state: 409,
  settings_changed: 409,
  window_full: 409,
  idempotency_key_reused: 409,
  expired: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof statusByErrorCode;

/** Why a reward code can't be used, as the redeem calls name it. */
const refusalReasons = ['not_found', 'expired', 'used_up'] as const;

export type RefusalReason = (typeof refusalReasons)[number];

/** What every refused call answers. */
export const errorResponse = z
  .object({
    ok: z.literal(false),
    error: z.string().describe('A sentence for a person'),
    code: z.enum(Object.keys(statusByErrorCode) as [ErrorCode, ...ErrorCode[]]),
    fields: z.record(z.string(), z.string()).optional().describe('What is wrong with each field'),
    reason: z.enum(refusalReasons).optional(),
    remaining: z.int().optional(),
    maxUses: z.int().optional(),
    practice: z.literal(true).optional().describe('The code is one to practise with'),
    participant: z
      .object({ id: z.int(), displayName: z.string().nullable() })
      .optional()
      .describe('Whose email it is already'),
    requestId: z.string().optional(),
  })
  .meta({ id: 'Error' });

export type ErrorResponse = z.infer<typeof errorResponse>;
