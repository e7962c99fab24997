// Who may be whom, and whether a text says who, decided without a database: console and server agree by asking here.

/** For how long a merge can be taken back (beyond, section 1). */
export const MERGE_UNDO_DAYS = 30;

/** An email is the same however its letters are written. */
export function isSameEmail(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** By what somebody is known. */
export interface Known {
  names: readonly string[];
  emails: readonly string[];
  phones: readonly string[];
  donorIds: readonly string[];
}

/** Shorter ones are in too many words that mean nobody. */
const FEWEST_LETTERS = 3;
/** So many run together in a text are no accident. */
const FEWEST_RUN_TOGETHER = 6;
/** A phone number without its area code. */
const LOCAL_DIGITS = 7;

/**
 * Whether a text says who somebody is: by a name, an email or what stands before its @ in several words, a phone number or a
 * donor ID, however it is written; or by a part of a name that is written as one, since it may be a word like any other.
 */
export function saysWho(text: string, { names, emails, phones, donorIds }: Known): boolean {
  const spoken = wordsOf(text);
  const runTogether = spoken.join('');
  const digits = runTogether.replaceAll(/\P{Nd}/gu, '');
  const capitals = capitalsIn(text);
  const localParts = emails.map((email) => wordsOf(email.split('@')[0] ?? ''));
  const whole = [
    ...[...names, ...emails, ...donorIds].map(wordsOf),
    ...localParts.filter((words) => words.length > 1),
  ];
  return (
    names.flatMap(wordsOf).some((part) => part.length >= FEWEST_LETTERS && capitals.has(part)) ||
    whole.some((own) => {
      const joined = own.join('');
      if (joined.length < FEWEST_LETTERS) return false;
      return (
        ` ${spoken.join(' ')} `.includes(` ${own.join(' ')} `) ||
        (joined.length >= FEWEST_RUN_TOGETHER && runTogether.includes(joined))
      );
    }) ||
    phones.some((phone) => {
      const local = phone
        .normalize('NFKC')
        .replaceAll(/\P{Nd}/gu, '')
        .slice(-LOCAL_DIGITS);
      return local.length === LOCAL_DIGITS && digits.includes(local);
    })
  );
}

/** The words with a capital that do not owe it to beginning a sentence. */
function capitalsIn(text: string): Set<string> {
  const sentences = text.normalize('NFKC').split(/[.!?:]\s/);
  const later = sentences.flatMap((sentence) =>
    sentence
      .trim()
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .slice(1),
  );
  return new Set(later.filter((word) => /^\p{Lu}/u.test(word)).flatMap(wordsOf));
}

/** Words and numbers, without what the same letter may be written with. */
function wordsOf(text: string): string[] {
  const letters = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return letters.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}
