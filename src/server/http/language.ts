// In which language the API answers (beyond, section 5): handlers and schemas speak English, and this is the one exit.
import Negotiator from 'negotiator';
import type { FastifyRequest } from 'fastify';
import { sentences } from '#french/sentences.ts';
import { type Language, languageAndPath, languages } from '#shared/languages.ts';
import { lookUpIn } from '#shared/lookUp.ts';

/** The language that a request asks for: that of a French address, else English unless it asks for French first. */
export function languageOf(request: FastifyRequest): Language {
  const ofAddress = languageAndPath(request.url).language;
  if (ofAddress !== 'en') return ofAddress;
  // Node joins a header that is sent several times.
  const asked = new Negotiator(request.raw).language([...languages]);
  return languages.find((language) => language === asked) ?? 'en';
}

/** The French of a sentence that the server says; undefined where there is none. */
export const inFrench = lookUpIn(sentences);

/** The parts of an answer that speak to a person, wherever in it they are. */
const spoken = new Set(['error', 'message', 'note', 'nextGoal', 'discountMessage']);

/** An answer in the language that its request asks for. What somebody wrote has no French here, and stays. */
export function said<Answer>(answer: Answer, request: FastifyRequest): Answer {
  return languageOf(request) === 'en' ? answer : translated(answer);
}

function translated<Value>(value: Value): Value {
  if (!isPlainObject(value)) return value;
  const entries = Object.entries(value).map(([key, part]: [string, unknown]) => {
    if (key === 'fields') return [key, mapped(part as Record<string, string>)];
    if (spoken.has(key) && typeof part === 'string') return [key, inFrench(part) ?? part];
    return [key, translated(part)];
  });
  return Object.fromEntries(entries) as Value;
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function mapped(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, sentence]) => [field, inFrench(sentence) ?? sentence]),
  );
}
