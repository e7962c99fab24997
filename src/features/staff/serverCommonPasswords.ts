// What whoever guesses passwords tries first.

/** Whoever guesses tries fewer different characters first, and short parts again and again. */
const FEWEST_CHARACTERS = 3;
const SHORT_PART = 4;

/**
 * Whether a password is a common one, or two of them in a row, or one of them or something short repeated; in any case of
 * letters, with any signs and spaces between, and with one more character at either end.
 *
 * @param names what is as common here: the admin's name, the site's.
 */
export async function isCommon(password: string, names: readonly string[]): Promise<boolean> {
  const common = await commonPasswords();
  const own = new Set(names.map(lettersOf).filter((name) => name !== ''));
  const isOne = (text: string) => common.has(text) || own.has(text);
  const isMadeOfThem = (text: string) =>
    isOne(text) ||
    isRepeated(text, isOne) ||
    Array.from({ length: text.length }, (_, place) => place).some(
      (place) => isOne(text.slice(0, place)) && isOne(text.slice(place)),
    );
  const text = password.toLowerCase();
  const letters = lettersOf(password);
  return (
    new Set(text).size < FEWEST_CHARACTERS ||
    [text, letters, letters.slice(1), letters.slice(0, -1)].some(isMadeOfThem)
  );
}

/** A text's letters and digits alone, in lower case. */
function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
}

/** Whether a text is one such part again and again, the last time perhaps cut short. So is any short part. */
function isRepeated(text: string, isOne: (part: string) => boolean): boolean {
  for (let length = 1; length <= text.length / 2; length += 1) {
    const part = text.slice(0, length);
    const again = part.repeat(Math.ceil(text.length / length)).slice(0, text.length);
    if (again === text && (length <= SHORT_PART || isOne(part))) return true;
  }
  return false;
}

let loading: Promise<ReadonlySet<string>> | undefined;

/** Loaded when it is first asked for: hardly a process ever does. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  loading ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map(String)),
  );
  return loading;
}
