import type { z } from 'zod';

/** What a schema says of what it refuses, but for what its functions decide themselves: its messages hang on nothing. */
export function messagesOf(schema: unknown): string[] {
  return [...new Set(messagesIn(schema, new Set()))];
}

function messagesIn(value: unknown, seen: Set<unknown>): string[] {
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  seen.add(value);
  const isSchema = '_zod' in value;
  const parts: object = isSchema ? (value as z.core.$ZodType)._zod.def : value;
  const error = isSchema && 'error' in parts ? parts.error : undefined;
  const message: unknown = typeof error === 'function' ? error({ input: undefined }) : undefined;
  return [
    ...(typeof message === 'string' ? [message] : []),
    ...Object.values(parts).flatMap((part) => messagesIn(part, seen)),
  ];
}
