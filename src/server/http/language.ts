// In which language the API answers: handlers and schemas answer with keys, and this is the one exit.
import Negotiator from 'negotiator';
import type { FastifyRequest } from 'fastify';
import { sentences } from '#french/sentences.ts';
import { type Language, languageAndPath, languages } from '#shared/languages.ts';
import { isFilled, translate } from '#shared/sentence.ts';

/** The language that a request asks for: that of a French address, else English unless it asks for French first. */
export function languageOf(request: FastifyRequest): Language {
  const ofAddress = languageAndPath(request.url).language;
  if (ofAddress !== 'en') return ofAddress;
  // Node joins a header that is sent several times.
  const asked = new Negotiator(request.raw).language([...languages]);
  return languages.find((language) => language === asked) ?? 'en';
}

/** The parts of an answer that speak to a person, wherever in it they are. */
const spoken = new Set(['error', 'fields', 'message', 'note', 'nextGoal', 'discountMessage']);

/** An answer in the language that its request asks for. What somebody wrote has no French here, and stays. */
export function translateAnswer(answer: unknown, request: FastifyRequest): unknown {
  return translatePart(answer, languageOf(request) === 'fr' ? sentences : {}, false);
}

function translatePart(part: unknown, table: Readonly<Record<string, string>>, isSpoken: boolean): unknown {
  if (isSpoken && (typeof part === 'string' || isFilled(part))) return translate(part, table);
  if (typeof part !== 'object' || part === null || Object.getPrototypeOf(part) !== Object.prototype) {
    return part;
  }
  const entries = Object.entries(part).map(([name, inner]: [string, unknown]) => [
    name,
    translatePart(inner, table, isSpoken || spoken.has(name)),
  ]);
  return Object.fromEntries(entries);
}
