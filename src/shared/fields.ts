import { z } from 'zod';
import { isDay } from './dates.ts';
import { asciiDigits } from './digits.ts';
import { lengths } from './lengths.ts';
import { parseAddress } from './publicUrl.ts';
import type { Sentence } from './sentence.ts';
import { kilogramsIn, LEAST_KILOGRAMS, MOST_KILOGRAMS, weightBands } from './weights.ts';

/** Control characters except line breaks and tabs, and halves of surrogate pairs: PostgreSQL cannot store NUL and halves. */
// oxlint-disable-next-line no-control-regex
const unreadableCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\p{Surrogate}]/u;

/** Invisible characters: spaces, zero widths, soft hyphens and marks of direction. */
const invisibleCharacters = /[\s\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/;

/** Trims invisible characters and normalizes to NFC. */
export function tidyText(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && invisibleCharacters.test(text.charAt(start))) start += 1;
  while (start < end && invisibleCharacters.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end).normalize();
}

/** Whether a text has no visible character. */
function isBlank(text: string): boolean {
  return /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(text);
}

export function atMost(most: number): string {
  return `Please use at most ${most} characters`;
}

const unreadable = 'Please remove the unreadable characters';

/** A text that must not be blank. */
export function requiredText(message: string, most: number) {
  return z
    .string({ error: message })
    .overwrite(tidyText)
    .refine((text) => !isBlank(text), { error: message, abort: true })
    .max(most, atMost(most))
    .refine((text) => !unreadableCharacters.test(text), unreadable);
}

/** An optional text. Blank and null count as left out. */
export function optionalText(most: number) {
  return z
    .string({ error: 'Please enter text' })
    .overwrite(tidyText)
    .max(most, atMost(most))
    .refine((text) => !unreadableCharacters.test(text), unreadable)
    .nullish()
    .transform((text) => (isBlank(text ?? '') ? undefined : (text ?? undefined)));
}

/** Tabs, line breaks and marks of direction, which make a name look like another one. */
const disguisingCharacters = /[\t\n\r\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

/** A text on one line that must not be blank. */
export function requiredLine(message: string, most: number) {
  return requiredText(message, most).refine((text) => !disguisingCharacters.test(text), unreadable);
}

/** An optional text on one line. */
export function optionalLine(most: number) {
  return optionalText(most).refine(
    (text) => text === undefined || !disguisingCharacters.test(text),
    unreadable,
  );
}

export const optionalName = optionalLine(lengths.name);

/** A typed username, normalized and with single spaces. */
export const typedUsername = requiredText('Username is required', lengths.username).transform((text) =>
  text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim(),
);

/** An address without quotes (RFC 5321), in any script (RFC 6531). The domain's last part is no number, so it is no IP address. */
const email =
  /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*\.)+(?:xn--[a-z\d-]+|\p{L}[\p{L}\p{M}]+)$/iu;

export const optionalEmail = optionalText(lengths.email).refine(
  (text) => text === undefined || email.test(text),
  'Please enter a valid email address',
);

export function requiredEmail(message: string) {
  return requiredText(message, lengths.email).refine(
    (text) => email.test(text),
    'Please enter a valid email address',
  );
}

/** Where uploaded pictures are served. */
export const UPLOADS_PATH = '/uploads/';

/** The name of an uploaded picture, which the server generates. */
export const uploadName = /^[a-z0-9]{24}\.webp$/;

/**
 * An optional link: http, https or an uploaded picture's path, so that no link runs a script. One with a username is refused,
 * because it reads like another host.
 */
export function optionalUrl(message: string) {
  return optionalText(lengths.url).refine((text) => text === undefined || isSafeAddress(text), message);
}

function isSafeAddress(text: string): boolean {
  if (text.startsWith(UPLOADS_PATH)) return uploadName.test(text.slice(UPLOADS_PATH.length));
  // Browsers also accept `https:host` and backslashes, and open another host than the text seems to name.
  if (!/^https?:\/\/[^/\\]/i.test(text) || /[\t\r\n\\]/.test(text)) return false;
  const address = parseAddress(text);
  return address?.username === '' && address.password === '';
}

// Without invisible letters, such as the Hangul filler, so that IDs that look the same are the same.
const donorIdText = /^(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{Nd} ._@/+-])+$/u;

/** Normalizes a donor ID without checking it. */
function tidyDonorId(text: string): string {
  // Capitals may decompose, so they are normalized too.
  return asciiDigits(text).normalize('NFKC').toUpperCase().normalize('NFKC').replaceAll(/ +/g, ' ').trim();
}

function checkDonorId(text: string | undefined, context: z.RefinementCtx): void {
  if (text === undefined) return;
  if (!donorIdText.test(text)) {
    context.addIssue('A donor ID has only letters, digits, spaces and . _ @ / + -');
  } else if (text.length > lengths.donorId) {
    // Normalizing may have lengthened the text: ﬁ becomes FI.
    context.addIssue(atMost(lengths.donorId));
  }
}

/** A donor ID, normalized however it is typed. */
export const studentId = requiredText('Student ID is required', lengths.donorId)
  .transform(tidyDonorId)
  .superRefine(checkDonorId);

/** The donor ID of a text, such as an email address; undefined if it cannot be one. */
export function donorIdFrom(text: string): string | undefined {
  return studentId.safeParse(text).data;
}

export const optionalStudentId = optionalText(lengths.donorId)
  .transform((text) => text && tidyDonorId(text))
  .superRefine(checkDonorId);

/** One of some choices. The error lists them. */
export function choice<const Choices extends readonly [string, ...string[]]>(choices: Choices) {
  return z.enum(choices, { error: pleaseChoose(choices) });
}

/** An optional choice. An empty text is allowed too. */
export function optionalChoice<const Choices extends readonly [string, ...string[]]>(choices: Choices) {
  return z.union([z.literal(''), z.enum(choices)], { error: pleaseChoose(choices) }).optional();
}

/** `Please choose unused, used or expired` */
function pleaseChoose(choices: readonly string[]): string {
  return `Please choose ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`;
}

export const yesOrNo = z.boolean({ error: 'Please choose yes or no' });

export const weightBand = z.enum(weightBands, { error: 'Please select a valid weight range' });

/** A calendar day from 1970 on. Whether it is too late depends on the clock, so the server's rules check that. */
export const day = z
  .string({ error: 'Date is required' })
  .min(1, { error: 'Date is required', abort: true })
  .refine((text) => isDay(text) && text >= '1970-01-01', 'Please enter a valid date');

const notWhole = 'Please give a whole number';

/** A row's number in the database. */
export const rowId = z.int({ error: notWhole }).min(1, notWhole).max(2_147_483_647, notWhole);

/** A row's number in a path. */
export const rowIdParameter = z.coerce
  .string<string | number>()
  .regex(/^\d{1,10}$/, notWhole)
  .transform(Number)
  .pipe(rowId);

/** An instant on the wire: ISO 8601 in UTC. Handlers answer with a Date, which the serializer writes. */
export const instant = z.iso.datetime() as unknown as z.ZodType<string, string | Date>;

/** A sentence for a person. Handlers answer with its key, which `translateAnswer` translates. */
export const sentence = z.string() as unknown as z.ZodType<string, Sentence>;

export const ok = z.literal(true);

/** A typed code or PIN in capitals and ASCII digits, without spaces, dashes and invisible characters. */
export const normalizeTypedCode = (text: string) =>
  asciiDigits(text.normalize('NFKC'))
    .replaceAll(/[\s\p{Pd}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toUpperCase();

const notKilograms = `Please enter ${LEAST_KILOGRAMS} to ${MOST_KILOGRAMS} kilograms`;

/** Kilograms as a number, or as text with a comma or a point. */
const kilogramsGiven = z.union([z.number(), z.string().max(12, notKilograms)], { error: notKilograms });

function toKilograms(given: number | string, context: z.RefinementCtx): number {
  const text = typeof given === 'number' ? String(Math.round(given * 100) / 100) : given;
  const kilograms = kilogramsIn(text);
  if (kilograms !== null) return kilograms;
  context.addIssue(notKilograms);
  return z.NEVER;
}

export const requiredKilograms = kilogramsGiven.transform(toKilograms);

/** Optional kilograms. An empty text counts as left out. */
export const optionalKilograms = kilogramsGiven
  .nullish()
  .transform((given, context) =>
    given === undefined || given === null || given === '' ? undefined : toKilograms(given, context),
  );
