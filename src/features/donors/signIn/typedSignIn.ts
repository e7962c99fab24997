import type { z } from 'zod';
import type { donorCredentials } from './contract.ts';

/**
 * The form of the donor sign-in: its first field takes a donor ID or an email, its second the other of the two. They are
 * named for what most people type there.
 */
export interface TypedSignIn {
  studentId?: string | undefined;
  email?: string | undefined;
  displayName?: string | undefined;
}

/** Whether the first field holds an email. Of donor IDs only those that are an address have an @, and they are found by it. */
export function isByEmail(first: string | undefined): boolean {
  return first?.includes('@') ?? false;
}

/** Where an email came first: the field in which the server's was typed. */
export const typedAs: Readonly<Record<string, 'studentId' | 'email'>> = {
  studentId: 'email',
  email: 'studentId',
};

/** What is sent of what was typed. */
export function credentialsOf({
  studentId,
  email,
  displayName,
}: TypedSignIn): z.output<typeof donorCredentials> {
  const byEmail = isByEmail(studentId);
  const [donorId, address] = byEmail ? [email, studentId] : [studentId, email];
  // An address in both is no donor ID: it was typed below before it was typed above.
  const isTwice = byEmail && email?.trim().toLowerCase() === studentId?.trim().toLowerCase();
  return {
    studentId: (!isTwice && donorId) || undefined,
    email: address || undefined,
    displayName: displayName || undefined,
  };
}
