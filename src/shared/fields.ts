import { asciiDigits } from './digits.ts';
import { lengths } from './lengths.ts';
import type { Sentence } from './sentence.ts';
import { z } from 'zod';
import { isDay } from './dates.ts';
import { parseAddress } from './publicUrl.ts';
import { kilogramsIn, LEAST_KILOGRAMS, MOST_KILOGRAMS, weightBands } from './weights.ts';

/**
 * PostgreSQL cannot hold NUL in a text nor half a surrogate pair in JSON, and no form sends other control characters
 * but line breaks and tabs.
 */
// oxlint-disable-next-line no-control-regex
const unreadableCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\p{Surrogate}]/u;

/** What shows nothing: spaces, zero widths, soft hyphens and marks of direction. */
const unseen = /[\s\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/;

/** A text without what nobody sees at its ends, in the one form (NFC) of the two in which Unicode writes an accent. */
export function tidyText(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && unseen.test(text.charAt(start))) start += 1;
  while (start < end && unseen.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end).normalize();
}

/** Whether nothing of a text can be seen. */
function isBlank(text: string): boolean {
  return /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(text);
}

/** What a text that is too long is told. */
export function atMost(most: number): string {
  return `Please use at most ${most} characters`;
}

/** A text that must be there once trimmed. */
export function requiredText(message: string, most: number) {
  return z
    .string({ error: message })
    .overwrite(tidyText)
    .refine((text) => !isBlank(text), { error: message, abort: true })
    .max(most, atMost(most))
    .refine((text) => !unreadableCharacters.test(text), 'Please remove the unreadable characters');
}

/** A text that may be left out; blank and null are the same as leaving it out. */
export function optionalText(most: number) {
  return z
    .string({ error: 'Please enter text' })
    .overwrite(tidyText)
    .max(most, atMost(most))
    .refine((text) => !unreadableCharacters.test(text), 'Please remove the unreadable characters')
    .nullish()
    .transform((text) => (isBlank(text ?? '') ? undefined : (text ?? undefined)));
}

/** What would show a name otherwise than it is: line breaks, and marks that turn its direction. */
const disguise = /[\t\n\r\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

/** A text on one line that must be there once trimmed, and reads as it is written. */
export function requiredLine(message: string, most: number) {
  return requiredText(message, most).refine(
    (text) => !disguise.test(text),
    'Please remove the unreadable characters',
  );
}

/** The same, and it may be left out. */
export function optionalLine(most: number) {
  return optionalText(most).refine(
    (text) => text === undefined || !disguise.test(text),
    'Please remove the unreadable characters',
  );
}

/** A name that someone gives themself, which may be left out. */
export const optionalName = optionalLine(lengths.name);

/** The name of an admin as somebody types it: however it is put together and spaced, it is one name. */
export const typedUsername = requiredText('Username is required', lengths.username).transform((text) =>
  text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim(),
);

/** All that mail servers take without quotes (RFC 5321), in any script (RFC 6531), at a domain that ends in a name. */
const email =
  /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*\.)+(?:xn--[a-z\d-]+|\p{L}[\p{L}\p{M}]+)$/iu;

/** An email address that may be left out. */
export const optionalEmail = optionalText(lengths.email).refine(
  (text) => text === undefined || email.test(text),
  'Please enter a valid email address',
);

/** An email address that must be there. */
export function requiredEmail(message: string) {
  return requiredText(message, lengths.email).refine(
    (text) => email.test(text),
    'Please enter a valid email address',
  );
}

/** Where uploaded pictures are served. */
export const UPLOADS_PATH = '/uploads/';

/** The name of an uploaded picture, which the server makes up. */
export const uploadName = /^[a-z0-9]{24}\.webp$/;

/**
 * An address that may be left out: http, https or an uploaded picture's path and nothing else, so that
 * no link can run script (decisions, "The domain"). One with a user's name in it is refused: it reads as another host.
 */
export function optionalUrl(message: string) {
  return optionalText(lengths.url).refine((text) => text === undefined || isSafeAddress(text), message);
}

function isSafeAddress(text: string): boolean {
  if (text.startsWith(UPLOADS_PATH)) return uploadName.test(text.slice(UPLOADS_PATH.length));
  // Browsers mend an address before they follow it, so what they would mend could lead elsewhere than it seems.
  if (!/^https?:\/\/[^/\\]/i.test(text) || /[\t\r\n\\]/.test(text)) return false;
  const address = parseAddress(text);
  return address?.username === '' && address.password === '';
}

// Without the letters that show nothing, such as Hangul's filler: two IDs that look the same are the same.
const donorIdText = /^(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{Nd} ._@/+-])+$/u;

/** The one form of a donor ID, however it was typed. It may still hold what no ID has. */
function tidyDonorId(text: string): string {
  return asciiDigits(text).normalize('NFKC').toUpperCase().normalize('NFKC').replaceAll(/ +/g, ' ').trim();
}

function checkDonorId(text: string | undefined, context: z.RefinementCtx): void {
  if (text === undefined) return;
  if (!donorIdText.test(text)) {
    context.addIssue({
      code: 'custom',
      message: 'A donor ID has only letters, digits, spaces and . _ @ / + -',
    });
  } else if (text.length > lengths.donorId) {
    context.addIssue({ code: 'custom', message: atMost(lengths.donorId) });
  }
}

/** A donor ID, kept tidy so that one donor is one ID however it is typed. */
export const studentId = requiredText('Student ID is required', lengths.donorId)
  .transform(tidyDonorId)
  .superRefine(checkDonorId);

/** The donor ID that an email address or a part of one makes; undefined where no ID can be written so. */
export function donorIdFrom(text: string): string | undefined {
  return studentId.safeParse(text).data;
}

/** A donor ID that may be left out. */
export const optionalStudentId = optionalText(lengths.donorId)
  .transform((text) => text && tidyDonorId(text))
  .superRefine(checkDonorId);

/** One of some choices. Anything else is told what there is to choose from. */
export function choice<const Choices extends readonly [string, ...string[]]>(choices: Choices) {
  return z.enum(choices, { error: pleaseChoose(choices) });
}

/** The same where a blank is none of them. */
export function optionalChoice<const Choices extends readonly [string, ...string[]]>(choices: Choices) {
  return z.union([z.literal(''), z.enum(choices)], { error: pleaseChoose(choices) }).optional();
}

/** `Please choose unused, used or expired` */
function pleaseChoose(choices: readonly string[]): string {
  return `Please choose ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`;
}

export const yesOrNo = z.boolean({ error: 'Please choose yes or no' });

export const weightBand = z.enum(weightBands, { error: 'Please select a valid weight range' });

/** A calendar day. Whether it is too late depends on the clock, so the server's rules say that. */
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

/** An instant on the wire: ISO 8601 in UTC. A handler answers with the Date, which the serializer writes. */
export const instant = z.iso.datetime() as unknown as z.ZodType<string, string | Date>;

/** What an answer says to a person. A handler answers with the key, which the exit translates. */
export const sentence = z.string() as unknown as z.ZodType<string, Sentence>;

export const ok = z.literal(true);

/** A code or PIN as it is meant: groups are for reading, so spaces, dashes and what shows nothing do not count. */
export const withoutGroups = (text: string) =>
  asciiDigits(text.normalize('NFKC'))
    .replaceAll(/[\s\p{Pd}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toUpperCase();

const notKilograms = `Please enter ${LEAST_KILOGRAMS} to ${MOST_KILOGRAMS} kilograms`;

/** What the scale shows, as a number or as text with comma or point. */
const kilogramsGiven = z.union([z.number(), z.string().max(12, notKilograms)], { error: notKilograms });

function toKilograms(given: number | string, context: z.RefinementCtx): number {
  const text = typeof given === 'number' ? String(Math.round(given * 100) / 100) : given;
  const kilograms = kilogramsIn(text);
  if (kilograms !== null) return kilograms;
  context.addIssue({ code: 'custom', message: notKilograms });
  return z.NEVER;
}

/** What something weighs, in kilograms. */
export const requiredKilograms = kilogramsGiven.transform(toKilograms);

/** A blank is no measurement. */
export const optionalKilograms = kilogramsGiven
  .nullish()
  .transform((given, context) =>
    given === undefined || given === null || given === '' ? undefined : toKilograms(given, context),
  );
