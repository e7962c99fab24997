import type { sentences } from '#french/sentences.ts';
import type { ConsoleSentence } from './consoleSentences.ts';

/** What the site answers, in English. The console reads no other language; all else has its French in `src/words/fr/`. `{name}` stands for what it takes. */
export type Sentence = keyof typeof sentences | ConsoleSentence;

/** The names of what a sentence takes. */
export type Parameter<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Parameter<Rest>
  : never;

/** A sentence that takes nothing, or that was given what it takes. */
export type Said = { [Text in Sentence]: Parameter<Text> extends never ? Text : never }[Sentence] | Filled;

declare const filled: unique symbol;
type Filled = string & { [filled]: true };

/** Gives a sentence what it takes. */
export function fill<const Text extends Sentence>(
  sentence: Text,
  values: Readonly<Record<Parameter<Text>, string | number>>,
): Filled {
  return sentence.replaceAll(/\{(\w+)\}/g, (_, name: Parameter<Text>) => String(values[name])) as Filled;
}
