// In which language the API answers (beyond, section 5): handlers and schemas speak English, and this is the one exit.
import Negotiator from 'negotiator';
import type { FastifyRequest } from 'fastify';
import { consoleSentences } from '#french/consoleSentences.ts';
import { sentences } from '#french/sentences.ts';
import { type Language, languages } from '#shared/languages.ts';

/** English, unless the request asks for French first. */
export function languageOf(request: FastifyRequest): Language {
  // Node joins a header that is sent several times.
  const asked = new Negotiator(request.raw).language([...languages]);
  return languages.find((language) => language === asked) ?? 'en';
}

interface Taking {
  pattern: RegExp;
  french: string;
}

const french = new Map<string, string>(Object.entries({ ...sentences, ...consoleSentences }));

/** The sentences that take something, each with what recognises it. */
const taking: readonly Taking[] = [...french]
  .filter(([english]) => english.includes('{'))
  .map(([english, template]) => ({ pattern: patternOf(english), french: template }));

function patternOf(sentence: string): RegExp {
  const parts = sentence.split(/(\{\w+\})/).map((part) => {
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
    return name === undefined ? part.replaceAll(/[.+?()/]/g, String.raw`\$&`) : `(?<${name}>.+)`;
  });
  return new RegExp(`^${parts.join('')}$`, 'su');
}

/** The French of a sentence that the server says; undefined where there is none. */
export function inFrench(sentence: string): string | undefined {
  const same = french.get(sentence);
  if (same !== undefined) return same;
  for (const { pattern, french: template } of taking) {
    const found = pattern.exec(sentence)?.groups;
    if (found) return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => found[name] ?? '');
  }
  return undefined;
}

/** The parts of an answer that speak to a person, wherever in it they are. */
const spoken = new Set(['error', 'message', 'note', 'nextGoal']);

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
