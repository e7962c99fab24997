// Who may be whom, decided without a database: console and server agree by asking here.

/** For how long a merge can be taken back (beyond, section 1). */
export const MERGE_UNDO_DAYS = 30;

/** An email is the same however its letters are written. */
export function isSameEmail(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** By what two participants look like one person. */
export const doubleReasons = ['email', 'phone', 'name'] as const;

export type DoubleReason = (typeof doubleReasons)[number];
