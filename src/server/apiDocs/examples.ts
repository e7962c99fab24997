/** A call that was really made, and what it was answered. `examples.test.ts` makes all of them and keeps them in `examples.json`. */
export interface Example {
  /** The address with its parameters and query. */
  path: string;
  body?: unknown;
  answer: unknown;
  /** What the same call is told where its body or the numbers in its path are wrong. */
  wrong?: unknown;
  /** What it is told where something that it names does not exist. */
  missing?: unknown;
}

/** By the operation's ID. */
export type Examples = Readonly<Record<string, Example>>;
