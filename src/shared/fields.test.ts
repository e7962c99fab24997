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
  normalizeTypedCode,
} from './fields.ts';

/** The result of a field for a value: the accepted value, or the message of its refusal. */
function outcome(field: z.ZodType, value: unknown): unknown {
  const parsed = field.safeParse(value);
  return parsed.success ? { accepted: parsed.data } : { refused: parsed.error.issues[0]?.message };
}

const accepted = (value: unknown) => ({ accepted: value });
const refused = (message: string) => ({ refused: message });
const nothing = accepted(undefined);

describe('a required text', () => {
  const name = requiredText('Name is required', 5);

  test.each([
    ['  Ann ', accepted('Ann')],
    // Invisible characters at both ends are removed.
    ['\u200b\ufeff Ann\u00ad\u200e ', accepted('Ann')],
    ['\u2067Ann\u2069', accepted('Ann')],
    ['A\u200bn', accepted('A\u200bn')],
    ['❤️', accepted('❤️')],
    // Accents get one form.
    ['Gagne\u0301', accepted('Gagné')],
    ['12345', accepted('12345')],
    ['  12345  ', accepted('12345')],
    ['a\tb\nc', accepted('a\tb\nc')],
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
    ['😀🌱', accepted('😀🌱')],
  ])('%j: %o', (value, expected) => {
    expect(outcome(name, value)).toEqual(expected);
  });
});

describe('an optional text', () => {
  test.each([
    [' note ', accepted('note')],
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
    ['ann@example.ca', accepted('ann@example.ca')],
    ['  Ann@Example.ca ', accepted('Ann@Example.ca')],
    ['', nothing],
    [null, nothing],
    [undefined, nothing],
    ['ann', wrong],
    ['ann@', wrong],
    ['ann@example', wrong],
    ['smith&jones@example.ca', accepted('smith&jones@example.ca')],
    ['a/b=c@example.ca', accepted('a/b=c@example.ca')],
    ["o'brien@example.ca", accepted("o'brien@example.ca")],
    ['frédéric@example.ca', accepted('frédéric@example.ca')],
    ['frede\u0301ric@example.ca', accepted('fredéric@example.ca')],
    ['x@exemple.québec', accepted('x@exemple.québec')],
    ['x@exemple.xn--qubec-csa', accepted('x@exemple.xn--qubec-csa')],
    ['ᐊᓂᔑᓇᐯ@example.ca', accepted('ᐊᓂᔑᓇᐯ@example.ca')],
    ['\ufeffann@example.ca\u200b', accepted('ann@example.ca')],
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
    ['https://example.ca/shop', accepted('https://example.ca/shop')],
    ['HTTP://example.ca', accepted('HTTP://example.ca')],
    ['/uploads/abcdefghijkl012345678901.webp', accepted('/uploads/abcdefghijkl012345678901.webp')],
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
    ['https://example.ca/a b?c=%20#d', accepted('https://example.ca/a b?c=%20#d')],
    // These look like one host and lead to another.
    ['https://reround.example@evil.example/', wrong],
    ['https://jo:secret@example.ca/', wrong],
    // Browsers correct these, or resolve them against the current page.
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
    [' jthiessen ', accepted('JTHIESSEN')],
    ['JTHIESSEN', accepted('JTHIESSEN')],
    ['7 801-b', accepted('7 801-B')],
    ['', refused('Student ID is required')],
    ['  ', refused('Student ID is required')],
    [undefined, refused('Student ID is required')],
    [7801, refused('Student ID is required')],
    ['x'.repeat(65), refused('Please use at most 64 characters')],
    ['élodie', accepted('ÉLODIE')],
    ['Élodie', accepted('ÉLODIE')],
    ['straße', accepted('STRASSE')],
    ['ＪＴＨ１', accepted('JTH1')],
    ['a\u00a0\u00a0b', accepted('A B')],
    ['jo.t_2@mts-x.ca/3+4', accepted('JO.T_2@MTS-X.CA/3+4')],
    ['A\tB', refused(alphabet)],
    ['A\nB', refused(alphabet)],
    ['A\u200b', accepted('A')],
    ['A\u200bB', refused(alphabet)],
    ['٠٧٦٥٤٣٢١', accepted('07654321')],
    ['۷۶۵ ४३२', accepted('765 432')],
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

  test('does not change when parsed again', () => {
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
  ])('from %s is %j', (text, expected) => {
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
  ])('%j is %s', (typed, expected) => {
    expect(normalizeTypedCode(typed)).toBe(expected);
  });
});

describe('a weight band', () => {
  const wrong = refused('Please select a valid weight range');

  test.each([
    ['0-1kg', accepted('0-1kg')],
    ['3kg+', accepted('3kg+')],
    // The first option of an old form.
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
    ['2026-11-20', accepted('2026-11-20')],
    ['1970-01-01', accepted('1970-01-01')],
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
    [1, accepted(1)],
    [2_147_483_647, accepted(2_147_483_647)],
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
    ['1', accepted(1)],
    ['2147483647', accepted(2_147_483_647)],
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
