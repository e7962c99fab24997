/** A key as it is pressed. */
export interface Key {
  /** What it types on this machine's keyboard, or its name. */
  key: string;
  /** Where it lies on the board, whatever is printed there: `KeyQ`, `Digit2`. */
  code: string;
  shift: boolean;
  /** Held down, or pressed with a key that makes a command of it: no scanner's. */
  isCommand: boolean;
  /** Milliseconds, by any clock. */
  at: number;
}

/** What has the focus as a key is pressed: the field that codes belong in, another one, or nothing that takes text. */
export type Place = 'codeField' | 'textField' | 'elsewhere';

export interface Decision {
  /** It may be a scanner's first key, so what has the focus is to be remembered as it is. */
  begins?: true;
  /** The key is to do nothing. */
  swallows?: true;
  /** What the burst has typed so far is to be taken out again. */
  putsBack?: true;
  /** What the field is to hold in place of what the keyboard's layout made of the code. */
  writes?: string;
  checks?: string;
  /** `pause` is to be asked where no key follows. */
  waits?: true;
}

/** Keys closer than this are one burst: hands are slower, scanners faster. */
export const GAP_MILLISECONDS = 50;
/** An Enter that a scanner sends apart is nobody's press, who could not have read the verdict. */
const LATE_ENTER_MILLISECONDS = 300;
/** So much before an Enter on what takes no text is another thing's code that was scanned. */
const SCANNED_CHARACTERS = 4;

interface Burst {
  place: Place;
  typed: string;
  /** The same keys on a US keyboard, which scanners are made to be. */
  onUsKeyboard: string;
  lastAt: number;
  isOver: boolean;
  code: string | null;
  /** Its code is not the one that was typed. */
  isOtherLayout: boolean;
  checked: string | null;
}

const modifiers = new Set(['Shift', 'CapsLock', 'AltGraph', 'Alt', 'Control']);

/**
 * Tells a scanner that types from hands, by its speed and by the code in what it types: a name or a PIN is never taken,
 * however fast it comes.
 *
 * @param codeIn the code in a text, in its one spelling, or null.
 */
export function readBursts(codeIn: (text: string) => string | null) {
  let burst = beginBurst('elsewhere', Number.NEGATIVE_INFINITY);
  burst.isOver = true;
  /** Until then an Enter belongs to what was scanned. */
  let deafUntil = Number.NEGATIVE_INFINITY;

  function press(key: Key, place: Place): Decision {
    const goesOn = !burst.isOver && key.at - burst.lastAt < GAP_MILLISECONDS;
    if (key.key === 'Enter' && !key.isCommand) return pressEnter(key, place, goesOn);
    if (modifiers.has(key.key)) {
      if (goesOn) burst.lastAt = key.at;
      return {};
    }
    const character = key.isCommand ? null : characterOf(key);
    if (character === null) return end(goesOn);
    if (!goesOn) burst = beginBurst(place, key.at);
    burst.lastAt = key.at;
    burst.typed += character;
    burst.onUsKeyboard += usCharacterOf(key);
    const isFirst = burst.code === null;
    Object.assign(burst, codeOf(burst, codeIn));
    const begins = goesOn ? {} : ({ begins: true } as const);
    if (burst.code === null) return begins;
    if (burst.place === 'codeField') return burst.isOtherLayout ? { ...begins, waits: true } : begins;
    return { swallows: true, waits: true, ...(isFirst ? { putsBack: true } : {}) };
  }

  function pressEnter(key: Key, place: Place, goesOn: boolean): Decision {
    if (key.at < deafUntil) return { swallows: true };
    const { code, typed } = burst;
    burst.isOver = true;
    if (!goesOn) return {};
    const isOtherCode = code === null && place === 'elsewhere' && typed.length >= SCANNED_CHARACTERS;
    // Some scanners end a line by two keys.
    if (code !== null || isOtherCode) deafUntil = key.at + GAP_MILLISECONDS;
    if (isOtherCode) return { swallows: true };
    if (code === null) return {};
    return burst.place === 'codeField' ? rewrite() : { swallows: true, ...check() };
  }

  /** Some scanners end by another key, such as Tab. */
  function end(goesOn: boolean): Decision {
    burst.isOver = true;
    return goesOn && burst.code !== null && burst.place !== 'codeField' ? { swallows: true, ...check() } : {};
  }

  /** What to do once no key has followed for longer than the gap. */
  function pause(): Decision {
    if (burst.isOver || burst.code === null) return {};
    if (burst.place === 'codeField') return rewrite();
    deafUntil = burst.lastAt + LATE_ENTER_MILLISECONDS;
    return check();
  }

  function rewrite(): Decision {
    return burst.code !== null && burst.isOtherLayout ? { writes: burst.code } : {};
  }

  /** Once for each code: a busy page may hear the last keys late. */
  function check(): Decision {
    const { code, checked } = burst;
    burst.checked = code;
    return code === null || code === checked ? {} : { checks: code };
  }

  return { press, pause };
}

function beginBurst(place: Place, lastAt: number): Burst {
  return {
    place,
    lastAt,
    typed: '',
    onUsKeyboard: '',
    isOver: false,
    code: null,
    isOtherLayout: false,
    checked: null,
  };
}

/**
 * A French keyboard makes another code of `RR-ABCDEF`: `RR)QBCDEF`. Where both readings have one, the one with its hyphen
 * is meant: that of a scanner which is set to this machine's layout has it as well.
 */
function codeOf(
  { typed, onUsKeyboard }: Burst,
  codeIn: (text: string) => string | null,
): Pick<Burst, 'code' | 'isOtherLayout'> {
  const here = codeIn(typed);
  const there = codeIn(onUsKeyboard);
  const isPlain = (text: string, code: string) => text.toUpperCase().includes(code);
  const isOtherLayout =
    there !== null && (here === null || (isPlain(onUsKeyboard, there) && !isPlain(typed, here)));
  return { code: isOtherLayout ? there : here, isOtherLayout: isOtherLayout && there !== here };
}

const SOME_SIGN = '/';

/** What a key types here, or null where it types nothing. A dead key is a sign that waits for its letter. */
function characterOf({ key }: Key): string | null {
  if (key === 'Dead') return SOME_SIGN;
  return key.length === 1 ? key : null;
}

/** What it would type on a US keyboard, as far as codes go. */
function usCharacterOf({ code, shift }: Key): string {
  const [, character = SOME_SIGN, digit] = /^(?:Key|Digit|Numpad)((\d)|[A-Z])$/.exec(code) ?? [];
  if (code === 'Minus' && !shift) return '-';
  return digit !== undefined && shift && code.startsWith('Digit') ? SOME_SIGN : character;
}
