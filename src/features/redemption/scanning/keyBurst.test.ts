import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { french, type Layout, usKeyOf } from '#e2e/usKeyboard.ts';
import { codeApartIn } from '#features/redemption/codeApart.ts';
import { CODE_ALPHABET, CODE_CHARACTERS } from '#features/rewards/rules.ts';
import { type Decision, GAP_MILLISECONDS, type Key, type Place, readBursts } from './keyBurst.ts';

const ADDRESS = 'https://reround.example/redeem?code=RR-7KM4QD';
const SCANNER_MILLISECONDS = 8;
const HAND_MILLISECONDS = 120;

const german: Layout = {
  y: 'z', z: 'y', Y: 'Z', Z: 'Y', '-': 'ß', '=': 'Dead', '/': '-', ':': 'Ö', '?': '_', '&': '/',
}; // prettier-ignore
const russian: Layout = Object.fromEntries(
  'qwertyuiopasdfghjklzxcvbnm'.split('').flatMap((letter, index) => {
    const there = 'йцукенгшщзфывапролдячсмить'[index] ?? '';
    return [
      [letter, there],
      [letter.toUpperCase(), there.toUpperCase()],
    ];
  }),
);

function keysOf(text: string, layout: Layout = {}, apart = SCANNER_MILLISECONDS, from = 1000): Key[] {
  return text.split('').map((character, index) => ({
    ...usKeyOf(character),
    key: layout[character] ?? character,
    isCommand: false,
    at: from + index * apart,
  }));
}

function after(keys: readonly Key[], key: string, milliseconds = SCANNER_MILLISECONDS): Key {
  return { key, code: key, shift: false, isCommand: false, at: (keys.at(-1)?.at ?? 0) + milliseconds };
}

/** A board on which keys are pressed while something has the focus. */
function board(focus: Place = 'textField') {
  const bursts = readBursts(codeApartIn);
  /** What reached the focus. */
  let text = '';
  let kept = '';
  const checked: string[] = [];
  const written: string[] = [];
  const take = ({ checks, writes }: Decision) => {
    if (checks !== undefined) checked.push(checks);
    if (writes !== undefined) written.push(writes);
  };
  return {
    checked,
    written,
    text: () => text,
    press: (...keys: Key[]) => {
      for (const key of keys) {
        const decision = bursts.press(key, focus);
        if (decision.begins) kept = text;
        if (decision.putsBack) text = kept;
        if (!decision.swallows) text += key.key === 'Enter' ? '⏎' : key.key;
        take(decision);
      }
    },
    pause: () => take(bursts.pause()),
  };
}

describe('a scanner that types', () => {
  test.each<Place>(['textField', 'elsewhere'])(
    'into %s leaves nothing there and checks at its Enter',
    (focus) => {
      const { press, checked, text } = board(focus);
      const keys = keysOf(ADDRESS);
      press(...keys);
      expect(checked).toEqual([]);
      press(after(keys, 'Enter'));
      expect(checked).toEqual(['RR-7KM4QD']);
      expect(text()).toBe('');
    },
  );

  test('gives back what was typed by hand before it', () => {
    const { press, text } = board();
    const byHand = keysOf('4821', {}, HAND_MILLISECONDS);
    press(...byHand);
    const keys = keysOf(ADDRESS, {}, SCANNER_MILLISECONDS, 5000);
    press(...keys, after(keys, 'Enter'));
    expect(text()).toBe('4821');
  });

  test('is checked after a pause where it ends without Enter, once', () => {
    const { press, pause, checked, text } = board();
    press(...keysOf(ADDRESS));
    expect(checked).toEqual([]);
    pause();
    pause();
    expect(checked).toEqual(['RR-7KM4QD']);
    expect(text()).toBe('');
  });

  test('has its last keys taken too, where a busy page hears them after the pause', () => {
    const { press, pause, checked, text } = board();
    const keys = keysOf(`${ADDRESS}&from=tag`);
    press(...keys.slice(0, -5));
    pause();
    press(...keys.slice(-5), after(keys, 'Enter'));
    expect(checked).toEqual(['RR-7KM4QD']);
    expect(text()).toBe('');
  });

  test('may end by Tab, by two Enters, or by an Enter that comes apart: none of them does anything else', () => {
    const keys = keysOf(ADDRESS);
    const byTab = board();
    byTab.press(...keys, after(keys, 'Tab'));
    expect([byTab.checked, byTab.text()]).toEqual([['RR-7KM4QD'], '']);

    const byTwo = board('elsewhere');
    byTwo.press(...keys, after(keys, 'Enter'), after(keys, 'Enter', 12));
    expect([byTwo.checked, byTwo.text()]).toEqual([['RR-7KM4QD'], '']);

    const apart = board('elsewhere');
    apart.press(...keys);
    apart.pause();
    apart.press(after(keys, 'Enter', 250));
    expect([apart.checked, apart.text()]).toEqual([['RR-7KM4QD'], '']);
    apart.press(after(keys, 'Enter', 900));
    expect(apart.text()).toBe('⏎');
  });

  test('presses Shift for its capitals', () => {
    const { press, checked, text } = board();
    const keys = keysOf(ADDRESS);
    const withShift = keys.flatMap((key) =>
      key.shift ? [{ ...key, key: 'Shift', code: 'ShiftLeft', at: key.at - 1 }, key] : [key],
    );
    const typed = withShift.filter(({ key }) => key !== 'Shift');
    press(...withShift, after(typed, 'Enter'));
    expect(checked).toEqual(['RR-7KM4QD']);
    // The name of the key is all that is left of it here, where each one is written down.
    expect(text().replaceAll('Shift', '')).toBe('');
  });

  test('takes the last of two codes, and the next scan is another one', () => {
    const { press, checked } = board();
    const two = keysOf('RR-AAAAAA RR-BBBBBB');
    press(...two, after(two, 'Enter'));
    const next = keysOf('RR-CCCCCC', {}, SCANNER_MILLISECONDS, 5000);
    press(...next, after(next, 'Enter'));
    expect(checked).toEqual(['RR-BBBBBB', 'RR-CCCCCC']);
  });

  test('into the code’s field is left to the field, and waits for Enter or a press', () => {
    const { press, pause, checked, written, text } = board('codeField');
    const keys = keysOf(ADDRESS);
    press(...keys);
    pause();
    press(after(keys, 'Enter'));
    expect([checked, written, text()]).toEqual([[], [], `${ADDRESS}⏎`]);
  });

  test('presses no button with what is no reward code: a price label ends by Enter as well', () => {
    const { press, checked, text } = board('elsewhere');
    const keys = keysOf('5012345678900');
    press(...keys, after(keys, 'Enter'), after(keys, 'Enter', 12));
    expect([checked, text()]).toEqual([[], '5012345678900']);
  });
});

describe('under another keyboard than the scanner’s', () => {
  const code = fc
    .array(fc.constantFrom(...CODE_ALPHABET.split('')), {
      minLength: CODE_CHARACTERS,
      maxLength: CODE_CHARACTERS,
    })
    .map((six) => `RR-${six.join('')}`);

  test.each([
    ['US', {}],
    ['German', german],
    ['French', french],
    ['Russian', russian],
  ])('a %s one, whatever the code is', (_name, layout) => {
    fc.assert(
      fc.property(code, fc.constantFrom('', '&from=tag'), (text, rest) => {
        const keys = keysOf(`https://reround.example/redeem?code=${text}${rest}`, layout);
        const elsewhere = board();
        elsewhere.press(...keys, after(keys, 'Enter'));
        expect([elsewhere.checked, elsewhere.text()]).toEqual([[text], '']);
      }),
    );
  });

  test('a code in brackets, which are shifted digits to a US keyboard', () => {
    const { press, checked } = board();
    const keys = keysOf('(RR-7KM4QD)', russian);
    press(...keys, after(keys, 'Enter'));
    expect(checked).toEqual(['RR-7KM4QD']);
  });

  test('the code’s field gets the code before its Enter, or after a pause', () => {
    const keys = keysOf('https://reround.example/redeem?code=RR-ABCYZQ', french);
    for (const end of ['Enter', 'pause']) {
      const field = board('codeField');
      field.press(...keys);
      if (end === 'pause') field.pause();
      else field.press(after(keys, 'Enter'));
      expect([field.written, field.checked], end).toEqual([['RR-ABCYZQ'], []]);
    }
  });

  test('a scanner that is set to this very layout is read as it types', () => {
    // On the German board Z lies where the US one has Y, and the hyphen where it has the slash.
    const keys = keysOf('RR-ABCDZY').map((key) => {
      const swapped = { KeyZ: 'KeyY', KeyY: 'KeyZ', Minus: 'Slash' }[key.code];
      return swapped === undefined ? key : { ...key, code: swapped };
    });
    const { press, checked } = board();
    press(...keys, after(keys, 'Enter'));
    expect(checked).toEqual(['RR-ABCDZY']);
  });
});

describe('hands and test drivers', () => {
  test.each([
    '4821',
    '48210937',
    'MK',
    'Harry Peters',
    'Garrett Payne',
    'RR-7KM4',
    'https://elsewhere.example/10',
  ])('type %j as fast as they like, and Enter is theirs', (words) => {
    const { press, checked, text } = board();
    const keys = keysOf(words, {}, 0);
    press(...keys, after(keys, 'Enter', 0));
    expect([checked, text()]).toEqual([[], `${words}⏎`]);
  });

  test('type a code by hand into another field, and it stays there', () => {
    const { press, pause, checked, text } = board();
    press(...keysOf('RR-7KM4QD', {}, GAP_MILLISECONDS));
    pause();
    expect([checked, text()]).toEqual([[], 'RR-7KM4QD']);
  });

  test('hold a key down, or press commands', () => {
    const { press, pause, checked, text } = board();
    press(...keysOf('RRRRRRRRRR').map((key, index) => ({ ...key, isCommand: index > 0 })));
    pause();
    expect([checked, text()]).toEqual([[], 'RRRRRRRRRR']);
  });

  test('press a button by Enter at once after another key', () => {
    const { press, text } = board('elsewhere');
    const tab = after([], 'Tab');
    press(tab, after([tab], 'Enter'));
    expect(text()).toBe('Tab⏎');
  });
});
