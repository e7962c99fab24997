import { describe, expect, test } from 'vitest';
import {
  type Claim,
  hasWrongLength,
  newClaim,
  plainDonorId,
  resolveSignIn,
  type SignInFacts,
  type SignInMatch,
  type TypedClaim,
} from './rules.ts';

describe('a donor ID on a site whose student numbers have seven digits', () => {
  test.each([
    ['7654321', '7654321', false],
    ['765-4321', '7654321', false],
    ['765 43 21', '7654321', false],
    ['-7654321', '7654321', false],
    ['76-54', '7654', true],
    ['76543210', '76543210', true],
    ['JTHIESSEN', 'JTHIESSEN', false],
    ['L-FEHR 77', 'L-FEHR 77', false],
    ['7654-321@POST.CA', '7654-321@POST.CA', false],
    ['---', '---', false],
  ])('%s becomes %s, with a wrong length: %s', (donorId, plain, isWrong) => {
    expect(plainDonorId(donorId, 7)).toBe(plain);
    expect(hasWrongLength(donorId, 7)).toBe(isWrong);
    expect(plainDonorId(donorId, null)).toBe(donorId);
    expect(hasWrongLength(donorId, null)).toBe(false);
  });
});

describe('a sign-in leads to', () => {
  const jo: SignInMatch = { id: 1, email: 'jo@example.ca', claimedEmail: null };
  const max: SignInMatch = { id: 2, email: null, claimedEmail: null };
  const kim: SignInMatch = { id: 3, email: null, claimedEmail: 'kim@example.ca' };

  const facts = (
    typed: { studentId?: string; email?: string },
    found: { byEmail?: SignInMatch; byDonorId?: Record<string, SignInMatch> } = {},
    emailIds: { localPartId?: string; fullEmailId?: string } = {},
  ): SignInFacts => ({
    studentId: typed.studentId,
    email: typed.email,
    localPartId: emailIds.localPartId,
    fullEmailId: emailIds.fullEmailId,
    byEmail: found.byEmail,
    byDonorId: new Map(Object.entries(found.byDonorId ?? {})),
  });
  const resolvedById = (studentId: string, participant?: SignInMatch) => ({
    studentId,
    participant,
    isByEmail: false,
  });
  const idsOfEmail = (localPartId: string) => ({ localPartId, fullEmailId: `${localPartId}@EXAMPLE.CA` });

  test.each<[string, SignInFacts, ReturnType<typeof resolveSignIn>]>([
    [
      'the owner of the donor ID',
      facts({ studentId: 'JO' }, { byDonorId: { JO: jo } }),
      resolvedById('JO', jo),
    ],
    [
      'the owner of the donor ID, whatever email is typed beside it',
      facts({ studentId: 'JO', email: 'max@example.ca' }, { byDonorId: { JO: jo } }, idsOfEmail('MAX')),
      resolvedById('JO', jo),
    ],
    ['nobody yet under a new donor ID', facts({ studentId: 'NEW' }), resolvedById('NEW')],
    [
      'the owner of a noted email, under the address',
      facts({ email: 'jo@example.ca' }, { byEmail: jo }, idsOfEmail('JO')),
      { studentId: 'JO@EXAMPLE.CA', participant: jo, isByEmail: true },
    ],
    [
      'the owner of a noted email, not the owner of a donor ID of that spelling',
      facts({ studentId: 'JO@EXAMPLE.CA' }, { byEmail: jo, byDonorId: { 'JO@EXAMPLE.CA': max } }),
      { studentId: 'JO@EXAMPLE.CA', participant: jo, isByEmail: true },
    ],
    [
      'nobody yet under the part before the @, if it is free',
      facts({ email: 'ann@example.ca' }, {}, idsOfEmail('ANN')),
      resolvedById('ANN'),
    ],
    [
      'the owner of the part before the @, if they have no email',
      facts({ email: 'max@example.ca' }, { byDonorId: { MAX: max } }, idsOfEmail('MAX')),
      resolvedById('MAX', max),
    ],
    [
      'the owner of the part before the @, if they claim the same email',
      facts({ email: 'Kim@Example.ca' }, { byDonorId: { KIM: kim } }, idsOfEmail('KIM')),
      resolvedById('KIM', kim),
    ],
    [
      'nobody yet under the full email, if the part before the @ belongs to somebody with another noted email',
      facts(
        { email: 'jo@elsewhere.ca' },
        { byDonorId: { JO: jo } },
        { localPartId: 'JO', fullEmailId: 'JO@ELSEWHERE.CA' },
      ),
      resolvedById('JO@ELSEWHERE.CA'),
    ],
    [
      'the owner of the full email, if the part before the @ belongs to somebody who claims another email',
      facts(
        { email: 'kim@elsewhere.ca' },
        { byDonorId: { KIM: kim, 'KIM@ELSEWHERE.CA': max } },
        { localPartId: 'KIM', fullEmailId: 'KIM@ELSEWHERE.CA' },
      ),
      resolvedById('KIM@ELSEWHERE.CA', max),
    ],
    [
      'nobody yet under the full email, if the part before the @ is no valid donor ID',
      facts({ email: "o'b@example.ca" }, {}, { fullEmailId: 'FULL' }),
      resolvedById('FULL'),
    ],
    [
      'nobody at all, if no donor ID can be made of the email',
      facts({ email: "o'brien@example.ca" }),
      undefined,
    ],
    [
      'nobody at all, if only the part before the @ is a valid donor ID and belongs to somebody else',
      facts({ email: 'jo@elsewhere.ca' }, { byDonorId: { JO: jo } }, { localPartId: 'JO' }),
      undefined,
    ],
  ])('%s', (_, given, expected) => {
    expect(resolveSignIn(given)).toEqual(expected);
  });
});

describe('what is typed at a sign-in', () => {
  const [GRACE_EMAIL, ADA_EMAIL] = ['g@example.ca', 'a@example.ca'];
  const claim = (claimedName: string | null, claimedEmail: string | null, isClaimProven = false): Claim => ({
    claimedName,
    claimedEmail,
    isClaimProven,
  });
  const typed = (name: string | null, email: string | null, isEmailProven = false): TypedClaim => ({
    name,
    email,
    isEmailProven,
  });
  const none = claim(null, null);

  test.each<[string, before: Claim, TypedClaim, after: Claim | null]>([
    ['is a claim', none, typed('Grace', GRACE_EMAIL), claim('Grace', GRACE_EMAIL)],
    ['is no claim if nothing was typed', none, typed(null, null), null],
    ['is nothing new the second time', claim('Grace', GRACE_EMAIL), typed('Grace', GRACE_EMAIL), null],
    [
      'changes nothing if it repeats a part of the claim',
      claim('Grace', GRACE_EMAIL),
      typed(null, 'G@Example.ca'),
      null,
    ],
    [
      'as another name replaces the whole claim',
      claim('Grace', GRACE_EMAIL),
      typed('Ada', null),
      claim('Ada', null),
    ],
    [
      'as another email replaces the whole claim',
      claim('Grace', GRACE_EMAIL),
      typed(null, ADA_EMAIL),
      claim(null, ADA_EMAIL),
    ],
    [
      'as an email replaces a claim of a name only',
      claim('Grace', null),
      typed(null, ADA_EMAIL),
      claim(null, ADA_EMAIL),
    ],
    [
      'replaces an unproven claim once it is proven',
      claim('Mallory', GRACE_EMAIL),
      typed(null, GRACE_EMAIL, true),
      claim(null, GRACE_EMAIL, true),
    ],
    [
      'is nothing new if it is proven again',
      claim(null, GRACE_EMAIL, true),
      typed(null, GRACE_EMAIL, true),
      null,
    ],
    [
      'with another email is not proven',
      claim(null, GRACE_EMAIL, true),
      typed(null, ADA_EMAIL),
      claim(null, ADA_EMAIL),
    ],
    [
      'with another name is not proven',
      claim(null, GRACE_EMAIL, true),
      typed('Ada', null),
      claim('Ada', null),
    ],
    [
      'with another name for the email is not proven',
      claim(null, GRACE_EMAIL, true),
      typed('Ada', GRACE_EMAIL),
      claim('Ada', GRACE_EMAIL),
    ],
  ])('%s', (_, before, given, after) => {
    expect(newClaim({ displayName: null, email: null, ...before }, given)).toEqual(after);
  });

  test.each<[string, TypedClaim, Claim | null]>([
    ['equals the profile', typed('Grace', 'G@Example.ca'), null],
    ['has the noted email, proven by a code', typed(null, GRACE_EMAIL, true), null],
    ['has another name', typed('Ada', GRACE_EMAIL), claim('Ada', null)],
    ['has another email', typed('Grace', ADA_EMAIL), claim(null, ADA_EMAIL)],
  ])('beside a noted profile claims only what differs, if it %s', (_, given, after) => {
    expect(newClaim({ displayName: 'Grace', email: GRACE_EMAIL, ...none }, given)).toEqual(after);
  });
});
