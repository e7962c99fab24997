import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { contract as auth, donorCredentials, donorSignIn } from '#features/donors/contract.ts';
import { contract as bins } from '#features/bins/contract.ts';
import { logDonationBody } from '#features/donations/contract.ts';
import { whyInFuture } from '#features/donations/rules.ts';
import { requestPickupBody } from '#features/pickups/contract.ts';
import { whyTimeNotAllowed } from '#features/pickups/rules.ts';
import { contract as redemption } from '#features/till/contract.ts';
import { formSentences as french } from '#french/forms.ts';
import { messagesOf } from '#server/testing/contracts.ts';
import { translate } from '#shared/sentence.ts';
import { translatedSchema } from './useForm.ts';

const { notes, reportedBy } = bins.reportOverflow.body.shape;

/** The schemas of the forms for visitors, donors, clerks and stores. */
const schemas = [
  logDonationBody,
  donorCredentials,
  auth.studentLoginCode.body,
  auth.studentName.body,
  requestPickupBody,
  notes,
  reportedBy,
  redemption.redeemCode.params,
  redemption.redeemCode.body,
];

const donation = { studentId: 'D1', weight: '1-2kg', date: '2026-11-20' };
const emptySignIn = { studentId: '', email: '', displayName: '' };

async function frenchMessages(schema: z.ZodType, values: unknown) {
  const result = await translatedSchema(schema, french)['~standard'].validate(values);
  return result.issues?.map(({ path, message }) => [path, message]);
}

describe('the French of a form', () => {
  test.each<[name: string, z.ZodType, values: unknown, field: string, message: string]>([
    [
      'a required value that is missing',
      logDonationBody,
      { ...donation, studentId: ' ' },
      'studentId',
      'Le numéro étudiant est obligatoire',
    ],
    [
      'a character that no donor ID has',
      logDonationBody,
      { ...donation, studentId: 'D!' },
      'studentId',
      'Un numéro de donateur ne contient que des lettres, des chiffres, des espaces et\u00a0.\u00a0_\u00a0@\u00a0/\u00a0+\u00a0-',
    ],
    [
      'a text that is too long',
      requestPickupBody.pick({ phone: true }),
      { phone: '2'.repeat(200) },
      'phone',
      'Veuillez utiliser au plus 40 caractères',
    ],
    [
      'a sign-in without email and donor ID',
      donorSignIn,
      emptySignIn,
      'studentId',
      'Veuillez entrer un courriel ou un numéro de donateur.',
    ],
    [
      'an invalid email',
      donorSignIn,
      { ...emptySignIn, studentId: 'a@' },
      'studentId',
      'Veuillez entrer une adresse courriel valide',
    ],
  ])('names %s', async (_name, schema, values, field, message) => {
    expect(await frenchMessages(schema, values)).toEqual([[[field], message]]);
  });

  test('leaves valid values unchanged', async () => {
    expect(await frenchMessages(logDonationBody, donation)).toBeUndefined();
    const { '~standard': standard } = translatedSchema(logDonationBody, {});
    expect(await standard.validate(donation)).toEqual({ value: logDonationBody.parse(donation) });
  });

  const { error } = logDonationBody.safeParse({ ...donation, studentId: 'D!' });
  const englishMessages: string[] = [
    ...schemas.flatMap(messagesOf),
    // Messages from functions, which no schema lists.
    ...(error?.issues ?? []).map(({ message }) => message),
    whyInFuture('2026-11-21', '2026-11-20') ?? '',
    whyTimeNotAllowed('2026-11-19T12:00', '2026-11-20T12:00') ?? '',
  ];

  test('has a translation of every message', () => {
    expect(englishMessages.length).toBeGreaterThan(20);
    const untranslated = englishMessages.filter((message) => !Object.hasOwn(french, message));
    expect(untranslated, 'Missing in formSentences of src/words/fr/forms.ts').toEqual([]);
  });

  test('has no translation that no form uses', () => {
    const unusedSentences = Object.keys(french).filter((sentence) => !englishMessages.includes(sentence));
    // The table has this sentence for every length of the site, not only for lengths in forms.
    expect(unusedSentences.filter((sentence) => !sentence.startsWith('Please use at most '))).toEqual([]);
  });

  test('leaves a French message unchanged', () => {
    expect(translate('Choisissez un bac', french)).toBe('Choisissez un bac');
  });
});
