// Refuses the passwords that are guessed first.

/** A password with fewer different characters is common. */
const MIN_DIFFERENT_CHARACTERS = 3;

/** A password that repeats a part of at most this length is common. */
const SHORT_PART_CHARACTERS = 4;

/**
 * Whether a password is guessed early: a listed one, two listed ones in a row, or a repetition of a listed or a short part.
 * Ignores case, punctuation, spaces and one more character at either end.
 *
 * @param names count as listed, since they are guessed as early: the admin's and the site's.
 */
export async function isCommonPassword(password: string, names: readonly string[]): Promise<boolean> {
  const common = await commonPasswords();
  const guessableNames = new Set(names.map(extractLetters).filter((name) => name !== ''));
  const isListed = (text: string) => common.has(text) || guessableNames.has(text);
  const isListedOrCombined = (text: string) =>
    isListed(text) || isRepeated(text, isListed) || isTwoInARow(text, isListed);
  const text = password.toLowerCase();
  const letters = extractLetters(password);
  return (
    new Set(text).size < MIN_DIFFERENT_CHARACTERS ||
    [text, letters, letters.slice(1), letters.slice(0, -1)].some(isListedOrCombined)
  );
}

/** The letters and digits of a text, in lower case. */
function extractLetters(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
}

/** Whether a text repeats a listed part, or any short one; the last repetition may be cut off. */
function isRepeated(text: string, isListed: (part: string) => boolean): boolean {
  for (let length = 1; length <= text.length / 2; length += 1) {
    const part = text.slice(0, length);
    const repeated = part.repeat(Math.ceil(text.length / length)).slice(0, text.length);
    if (repeated === text && (length <= SHORT_PART_CHARACTERS || isListed(part))) return true;
  }
  return false;
}

function isTwoInARow(text: string, isListed: (part: string) => boolean): boolean {
  for (let length = 1; length < text.length; length += 1) {
    if (isListed(text.slice(0, length)) && isListed(text.slice(length))) return true;
  }
  return false;
}

let loadedPasswords: Promise<ReadonlySet<string>> | undefined;

/** Loaded at first use, since few processes ever need it. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  loadedPasswords ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map(String)),
  );
  return loadedPasswords;
}
