// Refuses the passwords that are guessed first.

/** Passwords with fewer different characters are guessed first, and so are repetitions of a short part. */
const FEWEST_CHARACTERS = 3;
const SHORT_PART_CHARACTERS = 4;

/**
 * Whether a password is a common one, two of them in a row, or one repeated; or repeats a short part. Case, signs, spaces and one
 * more character at either end make no difference.
 *
 * @param names that are guessed as easily: the admin's and the site's.
 */
export async function isCommonPassword(password: string, names: readonly string[]): Promise<boolean> {
  const common = await commonPasswords();
  const guessableNames = new Set(names.map(lettersOf).filter((name) => name !== ''));
  const isListed = (text: string) => common.has(text) || guessableNames.has(text);
  const isListedOrJoined = (text: string) =>
    isListed(text) ||
    isRepeated(text, isListed) ||
    Array.from({ length: text.length }, (_, index) => index).some(
      (index) => isListed(text.slice(0, index)) && isListed(text.slice(index)),
    );
  const text = password.toLowerCase();
  const letters = lettersOf(password);
  return (
    new Set(text).size < FEWEST_CHARACTERS ||
    [text, letters, letters.slice(1), letters.slice(0, -1)].some(isListedOrJoined)
  );
}

/** The letters and digits of a text, in lower case. */
function lettersOf(text: string): string {
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

let loading: Promise<ReadonlySet<string>> | undefined;

/** Loaded at first use, since few processes ever need it. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  loading ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map(String)),
  );
  return loading;
}
