// What the site answers. A sentence is its own key, in English; its French stands in `src/words/fr/` by that key.
import type { sentences } from '#french/sentences.ts';

/** The names of the values that a sentence takes: `{name}` stands for one. */
export type Parameter<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Parameter<Rest>
  : never;

type Template = keyof typeof sentences;

/** A sentence that takes no values. */
export type SentenceKey = { [Text in Template]: Parameter<Text> extends never ? Text : never }[Template];

interface Filled {
  key: Template;
  values: Readonly<Record<string, string | number>>;
}

declare const consoleOnlyText: unique symbol;
type ConsoleText = string & { [consoleOnlyText]: true };

/** A sentence that has its French, with its values if it takes any; or one of the console's. */
export type Sentence = SentenceKey | Filled | ConsoleText;

/** A sentence with its values. Only its key is looked up; the values are put in afterwards. */
export function fill<const Text extends Template>(
  key: Text,
  values: Readonly<Record<Parameter<Text>, string | number>>,
): Filled {
  return { key, values };
}

/** Whether a part of an answer is a sentence with its values, also where it was stored as JSON meanwhile. */
export function isFilled(part: unknown): part is Filled {
  return typeof part === 'object' && part !== null && 'key' in part && 'values' in part;
}

/** Marks what only admins and volunteers read: the console speaks no other language. */
export function consoleOnly(text: string): Sentence {
  return text as ConsoleText;
}

/** A sentence by a table of another language. What the table lacks stays English. */
export function translate(sentence: string | Filled, table: Readonly<Record<string, string>> = {}): string {
  const { key, values }: { key: string; values: Filled['values'] } =
    typeof sentence === 'string' ? { key: sentence, values: {} } : sentence;
  const text = (Object.hasOwn(table, key) && table[key]) || key;
  return text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
}
