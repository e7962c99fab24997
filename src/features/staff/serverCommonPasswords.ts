// Refuses the passwords that are guessed first.

/** Fewer different characters, and short parts repeated, are guessed first. */
const FEWEST_CHARACTERS = 3;
const SHORT_PART = 4;

/**
 * Whether a password is a common one, two in a row, or one repeated; or repeats a short part. Case, signs, spaces and one
 * more character at either end make no difference.
 *
 * @param names as easily guessed: the admin's and the site's.
 */
export async function isCommonPassword(password: string, names: readonly string[]): Promise<boolean> {
  const common = await commonPasswords();
  const own = new Set(names.map(lettersOf).filter((name) => name !== ''));
  const isListed = (text: string) => common.has(text) || own.has(text);
  const isListedOrJoined = (text: string) =>
    isListed(text) ||
    isRepeated(text, isListed) ||
    Array.from({ length: text.length }, (_, place) => place).some(
      (place) => isListed(text.slice(0, place)) && isListed(text.slice(place)),
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
    const again = part.repeat(Math.ceil(text.length / length)).slice(0, text.length);
    if (again === text && (length <= SHORT_PART || isListed(part))) return true;
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
