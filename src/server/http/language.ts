import Negotiator from 'negotiator';
import type { FastifyRequest } from 'fastify';
import { sentences } from '#french/sentences.ts';
import { type Language, languageAndPath, languages } from '#shared/languages.ts';
import { hasValues, translate } from '#shared/sentence.ts';

/** French for a French address or if Accept-Language prefers it, else English. */
export function languageOf(request: FastifyRequest): Language {
  const addressLanguage = languageAndPath(request.url).language;
  if (addressLanguage !== 'en') return addressLanguage;
  const preferred = new Negotiator(request.raw).language([...languages]);
  return languages.find((language) => language === preferred) ?? 'en';
}

/** Fields of answers that hold sentences, at any depth outside of lists. */
const sentenceFields = new Set(['error', 'fields', 'message', 'note', 'nextGoal', 'discountMessage']);

/** An answer with its sentences in the language of its request. Texts that people wrote stay as they are. */
export function translateAnswer(answer: unknown, request: FastifyRequest): unknown {
  return translatePart(answer, languageOf(request) === 'fr' ? sentences : {}, false);
}

function translatePart(part: unknown, table: Readonly<Record<string, string>>, isSentence: boolean): unknown {
  if (isSentence && (typeof part === 'string' || hasValues(part))) return translate(part, table);
  if (typeof part !== 'object' || part === null || Object.getPrototypeOf(part) !== Object.prototype) {
    return part;
  }
  const entries = Object.entries(part).map(([name, inner]: [string, unknown]) => [
    name,
    translatePart(inner, table, isSentence || sentenceFields.has(name)),
  ]);
  return Object.fromEntries(entries);
}
