import type { Sentence } from '#shared/sentence.ts';
import { DrizzleQueryError } from 'drizzle-orm';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { ErrorCode, ErrorResponse } from '#shared/errors.ts';
import { databaseError } from '#server/db/database.ts';
import { translateAnswer } from './language.ts';
import { invalidFields, Refusal } from './refusal.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the request was refused, for the log. */
    refusal?: ErrorCode;
  }
}

/** Answers a failure in the one error shape. Details that a stranger should not learn go to the log only. */
export function sendError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = asRefusal(error);
  request.refusal = refusal.code;
  // A refusal that a handler threw on purpose is not a failure of the server.
  if (refusal !== error && (refusal.code === 'internal' || refusal.code === 'unavailable')) {
    request.log.error({ error }, refusal.message);
  }
  const { countsAgainst: _, retryAfterSeconds, ...details } = refusal.details;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  const answer = { ok: false, error: refusal.sentence, code: refusal.code, ...details };
  const body = translateAnswer(answer, request) as ErrorResponse;
  if (refusal.code === 'internal') body.requestId = request.id;
  return reply
    .code(refusal.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body);
}

function asRefusal(error: Error): Refusal {
  if (error instanceof Refusal) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return fieldErrors(error.validation);
  if (isAbortedRequest(error)) return frameworkRefusal(400);
  if (isUnavailable(error)) {
    return new Refusal('unavailable', 'The service is busy or restarting. Please try again shortly.', {
      retryAfterSeconds: 5,
    });
  }
  const status = (error as FastifyError).statusCode ?? 500;
  return frameworkRefusal(status);
}

function fieldErrors(issues: readonly { instancePath: string; message?: string | undefined }[]): Refusal {
  const fields: Record<string, Sentence> = {};
  for (const { instancePath, message } of issues) {
    // An index at the end is left out: `ids/3` is `ids`, and `windows/0/from` is `windows.0.from`.
    const names = instancePath.split('/').slice(1);
    const name = names.slice(0, names.findLastIndex((part) => !/^\d+$/.test(part)) + 1).join('.');
    if (!name) return new Refusal('invalid_input', 'Please send a JSON object.');
    // A test checks that the messages of schemas are sentences (src/server/contracts.test.ts).
    fields[name] ??= (message as Sentence | undefined) ?? 'Please check this field';
  }
  return invalidFields(fields);
}

const codeByStatus: Readonly<Record<number, [ErrorCode, Sentence]>> = {
  400: ['invalid_input', 'The request could not be read.'],
  404: ['not_found', 'There is nothing here.'],
  413: ['payload_too_large', 'That is too large to send.'],
  415: ['unsupported_media_type', 'Please send JSON.'],
};

function frameworkRefusal(status: number): Refusal {
  const mapped = codeByStatus[status] ?? (status >= 400 && status < 500 ? codeByStatus[400] : undefined);
  if (mapped) return new Refusal(mapped[0], mapped[1]);
  return new Refusal('internal', 'Something went wrong on our side. Please try again.');
}

/** Whether the client went away while sending. Such an error has the code of a lost database connection. */
function isAbortedRequest(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ECONNRESET' && error.message === 'aborted';
}

/** Lost connections, a server that stops or is out of connections or disk, and statements that were cancelled. */
function isUnavailable(error: unknown): boolean {
  const code = databaseError(error)?.code ?? (causeOf(error) as NodeJS.ErrnoException).code ?? '';
  if (/^(08|40001|40P01|53|55P03|57|58)/.test(code)) return true;
  if (['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT', 'ENOSPC'].includes(code)) return true;
  return lostConnection.test((causeOf(error) as Error).message);
}

/** Errors of the driver that have no code. */
const lostConnection =
  /connection terminated|timeout exceeded when trying to connect|not queryable|after calling end on the pool/i;

function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause ? error.cause : error;
}

/** An error for the log. Of a failed query only the cause, because its own message lists parameters, such as emails and codes. */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const failure = databaseError(error);
  if (failure) {
    const { code, constraint, table, routine, message } = failure;
    return { name: 'DatabaseError', code, constraint, table, routine, message, stack: stackFrames(error) };
  }
  if (error instanceof DrizzleQueryError) return describeError(error.cause);
  const { name, message, stack, cause } = error;
  return { name, message, stack, ...(cause !== undefined && { cause: describeError(cause) }) };
}

/** The stack without its message, which may list parameters and lines that look like frames. */
function stackFrames({ stack = '', message }: Error): string[] {
  const start = stack.indexOf(message);
  if (start < 0) return [];
  const [, ...lines] = stack.slice(start + message.length).split('\n    at ');
  return lines;
}
