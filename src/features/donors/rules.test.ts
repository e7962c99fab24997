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

describe('a donor ID where student numbers have seven digits', () => {
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
  ])('%s is %s, of another length: %s', (donorId, plain, isOther) => {
    expect(plainDonorId(donorId, 7)).toBe(plain);
    expect(hasWrongLength(donorId, 7)).toBe(isOther);
    expect(plainDonorId(donorId, null)).toBe(donorId);
    expect(hasWrongLength(donorId, null)).toBe(false);
  });
});

describe('a sign-in means', () => {
  const jo: SignInMatch = { id: 1, email: 'jo@example.ca', claimedEmail: null };
  const max: SignInMatch = { id: 2, email: null, claimedEmail: null };
  const kim: SignInMatch = { id: 3, email: null, claimedEmail: 'kim@example.ca' };

  const facts = (
    typed: { studentId?: string; email?: string },
    found: { byEmail?: SignInMatch; byDonorId?: Record<string, SignInMatch> } = {},
    made: { localPartId?: string; fullEmailId?: string } = {},
  ): SignInFacts => ({
    studentId: typed.studentId,
    email: typed.email,
    localPartId: made.localPartId,
    fullEmailId: made.fullEmailId,
    byEmail: found.byEmail,
    byDonorId: new Map(Object.entries(found.byDonorId ?? {})),
  });
  const byId = (studentId: string, participant?: SignInMatch) => ({
    studentId,
    participant,
    isByEmail: false,
  });
  const ids = (localPartId: string) => ({ localPartId, fullEmailId: `${localPartId}@EXAMPLE.CA` });

  test.each<[string, SignInFacts, ReturnType<typeof resolveSignIn>]>([
    ['the owner of the donor ID', facts({ studentId: 'JO' }, { byDonorId: { JO: jo } }), byId('JO', jo)],
    [
      'the owner of the donor ID, whatever email is typed beside it',
      facts({ studentId: 'JO', email: 'max@example.ca' }, { byDonorId: { JO: jo } }, ids('MAX')),
      byId('JO', jo),
    ],
    ['nobody yet under a new donor ID', facts({ studentId: 'NEW' }), byId('NEW')],
    [
      'the owner of a noted email, under the address',
      facts({ email: 'jo@example.ca' }, { byEmail: jo }, ids('JO')),
      { studentId: 'JO@EXAMPLE.CA', participant: jo, isByEmail: true },
    ],
    [
      'the owner of a noted email, not the owner of a donor ID of that spelling',
      facts({ studentId: 'JO@EXAMPLE.CA' }, { byEmail: jo, byDonorId: { 'JO@EXAMPLE.CA': max } }),
      { studentId: 'JO@EXAMPLE.CA', participant: jo, isByEmail: true },
    ],
    [
      'nobody yet under the part before the @, if it is free',
      facts({ email: 'ann@example.ca' }, {}, ids('ANN')),
      byId('ANN'),
    ],
    [
      'the owner of the part before the @, if they have no email',
      facts({ email: 'max@example.ca' }, { byDonorId: { MAX: max } }, ids('MAX')),
      byId('MAX', max),
    ],
    [
      'the owner of the part before the @, if they claim the same email',
      facts({ email: 'Kim@Example.ca' }, { byDonorId: { KIM: kim } }, ids('KIM')),
      byId('KIM', kim),
    ],
    [
      'nobody yet under the whole email, if the part before the @ is of somebody with another noted email',
      facts(
        { email: 'jo@elsewhere.ca' },
        { byDonorId: { JO: jo } },
        { localPartId: 'JO', fullEmailId: 'JO@ELSEWHERE.CA' },
      ),
      byId('JO@ELSEWHERE.CA'),
    ],
    [
      'the owner of the whole email, if the part before the @ is of somebody who claims another one',
      facts(
        { email: 'kim@elsewhere.ca' },
        { byDonorId: { KIM: kim, 'KIM@ELSEWHERE.CA': max } },
        { localPartId: 'KIM', fullEmailId: 'KIM@ELSEWHERE.CA' },
      ),
      byId('KIM@ELSEWHERE.CA', max),
    ],
    [
      'the whole email, if the part before the @ makes no donor ID',
      facts({ email: "o'b@example.ca" }, {}, { fullEmailId: 'WHOLE' }),
      byId('WHOLE'),
    ],
    ['nobody at all, if the email makes no donor ID', facts({ email: "o'brien@example.ca" }), undefined],
    [
      'nobody at all, if the whole email makes no donor ID and its part is of somebody else',
      facts({ email: 'jo@elsewhere.ca' }, { byDonorId: { JO: jo } }, { localPartId: 'JO' }),
      undefined,
    ],
  ])('%s', (_, given, expected) => {
    expect(resolveSignIn(given)).toEqual(expected);
  });
});

describe('what is typed at a sign-in', () => {
  const [G, A] = ['g@example.ca', 'a@example.ca'];
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
    ['is a claim', none, typed('Grace', G), claim('Grace', G)],
    ['is no claim if it is nothing', none, typed(null, null), null],
    ['is nothing new the second time', claim('Grace', G), typed('Grace', G), null],
    ['leaves the rest of a claim that it repeats', claim('Grace', G), typed(null, 'G@Example.ca'), null],
    ['replaces another name with its email', claim('Grace', G), typed('Ada', null), claim('Ada', null)],
    ['replaces another email with its name', claim('Grace', G), typed(null, A), claim(null, A)],
    ['never stands beside the name of another', claim('Grace', null), typed(null, A), claim(null, A)],
    ['once proven replaces what was said', claim('Mallory', G), typed(null, G, true), claim(null, G, true)],
    ['is nothing new if it is proven again', claim(null, G, true), typed(null, G, true), null],
    ['with another email is not proven', claim(null, G, true), typed(null, A), claim(null, A)],
    ['with another name is not proven', claim(null, G, true), typed('Ada', null), claim('Ada', null)],
    ['with another name for the email is not proven', claim(null, G, true), typed('Ada', G), claim('Ada', G)],
  ])('%s', (_, before, given, after) => {
    expect(newClaim({ displayName: null, email: null, ...before }, given)).toEqual(after);
  });

  test.each<[string, TypedClaim, Claim | null]>([
    ['equals it', typed('Grace', 'G@Example.ca'), null],
    ['has its email, which a code came back from', typed(null, G, true), null],
    ['has another name', typed('Ada', G), claim('Ada', null)],
    ['has another email', typed('Grace', A), claim(null, A)],
  ])('beside a noted profile claims only what differs: it %s', (_, given, after) => {
    expect(newClaim({ displayName: 'Grace', email: G, ...none }, given)).toEqual(after);
  });
});
