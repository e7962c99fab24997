// Sentences of the API. The English text is the key to its French in `src/words/fr/sentences.ts`.
import type { sentences } from '#french/sentences.ts';

/** The names of the values in a sentence: `name` for `{name}`. */
export type Parameter<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Parameter<Rest>
  : never;

type Template = keyof typeof sentences;

/** A sentence without values. */
export type SentenceKey = { [Text in Template]: Parameter<Text> extends never ? Text : never }[Template];

interface SentenceWithValues {
  key: Template;
  values: Readonly<Record<string, string | number>>;
}

declare const consoleOnlyText: unique symbol;
type ConsoleText = string & { [consoleOnlyText]: true };

/** A translated sentence, with or without values, or an English one of the console. */
export type Sentence = SentenceKey | SentenceWithValues | ConsoleText;

/** Gives a sentence its values. `translate` inserts them after the translation. */
export function withValues<const Text extends Template>(
  key: Text,
  values: Readonly<Record<Parameter<Text>, string | number>>,
): SentenceWithValues {
  return { key, values };
}

/** Whether a part of an answer is a sentence with values. Also recognises one that was stored as JSON. */
export function hasValues(part: unknown): part is SentenceWithValues {
  return typeof part === 'object' && part !== null && 'key' in part && 'values' in part;
}

/** Marks a sentence that only the console shows, which is in English only. */
export function consoleOnly(text: string): Sentence {
  return text as ConsoleText;
}

/** Puts a sentence into a language and fills in its values. Without an entry it stays English. */
export function translate(
  sentence: string | SentenceWithValues,
  table: Readonly<Record<string, string>> = {},
): string {
  const { key, values }: { key: string; values: SentenceWithValues['values'] } =
    typeof sentence === 'string' ? { key: sentence, values: {} } : sentence;
  const text = (Object.hasOwn(table, key) && table[key]) || key;
  return text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
}
