import fc from 'fast-check';
import { asciiDigits } from './digits.ts';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import {
  day,
  donorIdFrom,
  optionalEmail,
  optionalText,
  optionalUrl,
  requiredText,
  rowId,
  rowIdParameter,
  studentId,
  weightBand,
  withoutGroups,
} from './fields.ts';

/** What a field makes of a value: the value it keeps, or the message it refuses it with. */
function outcome(field: z.ZodType, value: unknown): unknown {
  const parsed = field.safeParse(value);
  return parsed.success ? { kept: parsed.data } : { refused: parsed.error.issues[0]?.message };
}

const kept = (value: unknown) => ({ kept: value });
const refused = (message: string) => ({ refused: message });
const nothing = kept(undefined);

describe('a required text', () => {
  const name = requiredText('Name is required', 5);

  test.each([
    ['  Ann ', kept('Ann')],
    // What nobody sees, at both ends.
    ['\u200b\ufeff Ann\u00ad\u200e ', kept('Ann')],
    ['\u2067Ann\u2069', kept('Ann')],
    ['A\u200bn', kept('A\u200bn')],
    ['❤️', kept('❤️')],
    // One form of an accent.
    ['Gagne\u0301', kept('Gagné')],
    ['12345', kept('12345')],
    ['  12345  ', kept('12345')],
    ['a\tb\nc', kept('a\tb\nc')],
    ['', refused('Name is required')],
    ['   ', refused('Name is required')],
    ['\u200b\u3164 \u2800', refused('Name is required')],
    [undefined, refused('Name is required')],
    [null, refused('Name is required')],
    [7, refused('Name is required')],
    [['Ann'], refused('Name is required')],
    ['123456', refused('Please use at most 5 characters')],
    ['a\u0000b', refused('Please remove the unreadable characters')],
    ['a\u001bb', refused('Please remove the unreadable characters')],
    ['a\u007fb', refused('Please remove the unreadable characters')],
    ['a\ud800b', refused('Please remove the unreadable characters')],
    ['\udc00a', refused('Please remove the unreadable characters')],
    ['😀🌱', kept('😀🌱')],
  ])('%j: %o', (value, expected) => {
    expect(outcome(name, value)).toEqual(expected);
  });
});

describe('an optional text', () => {
  test.each([
    [' note ', kept('note')],
    ['', nothing],
    ['   ', nothing],
    ['\u200b\u3164 \u2800', nothing],
    [null, nothing],
    [undefined, nothing],
    [7, refused('Please enter text')],
    ['123456', refused('Please use at most 5 characters')],
    ['a\u0000b', refused('Please remove the unreadable characters')],
    ['a\ud800b', refused('Please remove the unreadable characters')],
  ])('%j: %o', (value, expected) => {
    expect(outcome(optionalText(5), value)).toEqual(expected);
  });
});

describe('an email', () => {
  const wrong = refused('Please enter a valid email address');

  test.each([
    ['ann@example.ca', kept('ann@example.ca')],
    ['  Ann@Example.ca ', kept('Ann@Example.ca')],
    ['', nothing],
    [null, nothing],
    [undefined, nothing],
    ['ann', wrong],
    ['ann@', wrong],
    ['ann@example', wrong],
    ['smith&jones@example.ca', kept('smith&jones@example.ca')],
    ['a/b=c@example.ca', kept('a/b=c@example.ca')],
    ["o'brien@example.ca", kept("o'brien@example.ca")],
    ['frédéric@example.ca', kept('frédéric@example.ca')],
    ['frede\u0301ric@example.ca', kept('fredéric@example.ca')],
    ['x@exemple.québec', kept('x@exemple.québec')],
    ['x@exemple.xn--qubec-csa', kept('x@exemple.xn--qubec-csa')],
    ['ᐊᓂᔑᓇᐯ@example.ca', kept('ᐊᓂᔑᓇᐯ@example.ca')],
    ['\ufeffann@example.ca\u200b', kept('ann@example.ca')],
    ['an\u200bn@example.ca', wrong],
    ['.ann@example.ca', wrong],
    ['ann.@example.ca', wrong],
    ['a..nn@example.ca', wrong],
    ['ann smith@example.ca', wrong],
    ['ann@-example.ca', wrong],
    ['ann@example..ca', wrong],
    ['ann@192.0.2.1', wrong],
    ['Ann <ann@example.ca>', wrong],
    ['"ann"@example.ca', wrong],
    ['ann@example.ca, bob@example.ca', wrong],
    ['ann@example.ca\nbcc: bob@example.ca', wrong],
    [`${'a'.repeat(250)}@example.ca`, refused('Please use at most 254 characters')],
  ])('%j: %o', (value, expected) => {
    expect(outcome(optionalEmail, value)).toEqual(expected);
  });
});

describe('an address', () => {
  const wrong = refused('Please enter a valid URL');

  test.each([
    ['https://example.ca/shop', kept('https://example.ca/shop')],
    ['HTTP://example.ca', kept('HTTP://example.ca')],
    ['/uploads/abcdefghijkl012345678901.webp', kept('/uploads/abcdefghijkl012345678901.webp')],
    ['', nothing],
    [null, nothing],
    ['example.ca', wrong],
    ['//example.ca', wrong],
    ['/etc/passwd', wrong],
    ['/uploads/../secret.key', wrong],
    ['javascript:alert(1)', wrong],
    [' JavaScript:alert(1)', wrong],
    ['java\nscript:alert(1)', wrong],
    ['data:text/html,hello', wrong],
    ['ftp://example.ca', wrong],
    ['file:///etc/passwd', wrong],
    ['blob:https://example.ca/1', wrong],
    ['https://example.ca/a b?c=%20#d', kept('https://example.ca/a b?c=%20#d')],
    // What looks like one host and leads to another.
    ['https://reround.example@evil.example/', wrong],
    ['https://jo:secret@example.ca/', wrong],
    // Browsers read these by the address of the page that they are on, or mend them.
    ['https:example.ca', wrong],
    ['https:/example.ca', wrong],
    ['https:///example.ca', wrong],
    [String.raw`https:\\example.ca`, wrong],
    [String.raw`https://example.ca\@evil.example`, wrong],
    ['ht\ntps://example.ca', wrong],
    ['https://exa\tmple.ca', wrong],
    ['/uploads/abcdefghijkl012345678901.webp?x', wrong],
    ['/uploads/abcdefghijkl012345678901.webp/../x', wrong],
    ['/uploads/..%2fsecret.key', wrong],
    ['/uploads//evil.example/x.webp', wrong],
    ['/UPLOADS/abcdefghijkl012345678901.webp', wrong],
    [String.raw`\uploads\abcdefghijkl012345678901.webp`, wrong],
    ['/uploads/ABCDEFGHIJKL012345678901.webp', wrong],
    [`https://example.ca/${'a'.repeat(2000)}`, refused('Please use at most 2000 characters')],
  ])('%j: %o', (value, expected) => {
    expect(outcome(optionalUrl('Please enter a valid URL'), value)).toEqual(expected);
  });
});

describe('a donor ID', () => {
  const alphabet = 'A donor ID has only letters, digits, spaces and . _ @ / + -';

  test.each([
    [' jthiessen ', kept('JTHIESSEN')],
    ['JTHIESSEN', kept('JTHIESSEN')],
    ['7 801-b', kept('7 801-B')],
    ['', refused('Student ID is required')],
    ['  ', refused('Student ID is required')],
    [undefined, refused('Student ID is required')],
    [7801, refused('Student ID is required')],
    ['x'.repeat(65), refused('Please use at most 64 characters')],
    ['élodie', kept('ÉLODIE')],
    ['Élodie', kept('ÉLODIE')],
    ['straße', kept('STRASSE')],
    ['ＪＴＨ１', kept('JTH1')],
    ['a\u00a0\u00a0b', kept('A B')],
    ['jo.t_2@mts-x.ca/3+4', kept('JO.T_2@MTS-X.CA/3+4')],
    ['A\tB', refused(alphabet)],
    ['A\nB', refused(alphabet)],
    ['A\u200b', kept('A')],
    ['A\u200bB', refused(alphabet)],
    ['٠٧٦٥٤٣٢١', kept('07654321')],
    ['۷۶۵ ४३२', kept('765 432')],
    ['A\u00adB', refused(alphabet)],
    ['A\u3164', refused(alphabet)],
    ['A\u202eB', refused(alphabet)],
    ["O'BRIEN", refused(alphabet)],
    ['A<b>', refused(alphabet)],
    ['A🧺', refused(alphabet)],
    ['\ufdfa'.repeat(20), refused('Please use at most 64 characters')],
  ])('%j: %o', (value, expected) => {
    expect(outcome(studentId, value)).toEqual(expected);
  });

  test('is the same once more when it is tidied again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const once = studentId.safeParse(text).data ?? 'REFUSED';
        expect(studentId.parse(once)).toBe(once);
      }),
    );
  });

  test.each([
    ["o'brien", undefined],
    ['grace+reround', 'GRACE+REROUND'],
    ['!#$', undefined],
    ['a'.repeat(65), undefined],
  ])('made of %s is %j', (text, expected) => {
    expect(donorIdFrom(text)).toBe(expected);
  });
});

describe('digits of another script', () => {
  test.each(['arab', 'arabext', 'deva', 'beng', 'fullwide', 'mathsans', 'mathmono', 'latn'])(
    '%s',
    (script) => {
      const written = new Intl.NumberFormat(`en-u-nu-${script}`, { useGrouping: false }).format(
        9_876_543_210,
      );
      expect(asciiDigits(`Tel. ${written}`)).toBe('Tel. 9876543210');
    },
  );
});

describe('a code or PIN', () => {
  test.each([
    ['1234 5678', '12345678'],
    ['1234-5678', '12345678'],
    ['1234–5678', '12345678'],
    ['12\u00a034\u200b56\u00ad78', '12345678'],
    ['١٢٣٤٥٦٧٨', '12345678'],
    ['۱۲۳۴۵۶۷۸', '12345678'],
    ['१२३४५६७८', '12345678'],
    ['１２３４５６７８', '12345678'],
    ['abcd-ef12', 'ABCDEF12'],
  ])('%j is %s', (typed, meant) => {
    expect(withoutGroups(typed)).toBe(meant);
  });
});

describe('a weight band', () => {
  const wrong = refused('Please select a valid weight range');

  test.each([
    ['0-1kg', kept('0-1kg')],
    ['3kg+', kept('3kg+')],
    // The value that the old form's first option had.
    ['<1kg', wrong],
    ['3KG+', wrong],
    ['', wrong],
    [null, wrong],
    [2.5, wrong],
  ])('%j: %o', (value, expected) => {
    expect(outcome(weightBand, value)).toEqual(expected);
  });
});

describe('a day', () => {
  test.each([
    ['2026-11-20', kept('2026-11-20')],
    ['1970-01-01', kept('1970-01-01')],
    ['', refused('Date is required')],
    [undefined, refused('Date is required')],
    [20261120, refused('Date is required')],
    ['2026-02-29', refused('Please enter a valid date')],
    ['1969-12-31', refused('Please enter a valid date')],
    ['20/11/2026', refused('Please enter a valid date')],
    ['2026-11-20T12:00:00Z', refused('Please enter a valid date')],
  ])('%j: %o', (value, expected) => {
    expect(outcome(day, value)).toEqual(expected);
  });
});

describe("a row's number", () => {
  const wrong = refused('Please give a whole number');

  test.each([
    [1, kept(1)],
    [2_147_483_647, kept(2_147_483_647)],
    [0, wrong],
    [-1, wrong],
    [1.5, wrong],
    [2_147_483_648, wrong],
    ['1', wrong],
    [null, wrong],
    [undefined, wrong],
  ])('%j in a body: %o', (value, expected) => {
    expect(outcome(rowId, value)).toEqual(expected);
  });

  test.each([
    ['1', kept(1)],
    ['2147483647', kept(2_147_483_647)],
    ['0', wrong],
    ['-1', wrong],
    ['1.5', wrong],
    ['2147483648', wrong],
    ['one', wrong],
    ['', wrong],
  ])('%j in a path: %o', (value, expected) => {
    expect(outcome(rowIdParameter, value)).toEqual(expected);
  });
});
