// Why a call may be refused: most of it follows from what its endpoint declares, the rest is its `refuses`.
import type { Endpoint } from '#shared/endpoint.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { isForConsole } from '#shared/roles.ts';

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
