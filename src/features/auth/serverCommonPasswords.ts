// What whoever guesses passwords tries first.

/**
 * Whether a password is a common one, or two of them in a row, or one of them repeated; in any case of letters.
 *
 * @param names what is as common here: the admin's name, the site's.
 */
export async function isCommon(password: string, names: readonly string[]): Promise<boolean> {
  const common = await commonPasswords();
  const lowered = new Set(names.map((name) => name.toLowerCase()));
  const isOne = (text: string) => common.has(text) || lowered.has(text);
  const text = password.toLowerCase();
  if (isOne(text) || isRepeated(text, isOne)) return true;
  const places = Array.from({ length: text.length }, (_, place) => place);
  return places.some((place) => isOne(text.slice(0, place)) && isOne(text.slice(place)));
}

/** Whether a text is one such part again and again, the last time perhaps cut short. One letter is such a part. */
function isRepeated(text: string, isOne: (part: string) => boolean): boolean {
  for (let length = 1; length <= text.length / 2; length += 1) {
    const part = text.slice(0, length);
    const again = part.repeat(Math.ceil(text.length / length)).slice(0, text.length);
    if (again === text && (length === 1 || isOne(part))) return true;
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
