import { z } from 'zod';
import { donorCredentials } from './contract.ts';

/**
 * The form of the donor sign-in as it is typed: its first field takes a donor ID or an email, its second the other of the
 * two. They are named for what most people type there.
 */
const typed = z.object({ studentId: z.string(), email: z.string(), displayName: z.string() });

/** Whether the first field holds an email. Of donor IDs only those that are an address have an @, and they are found by it. */
export function isByEmail(first: string): boolean {
  return first.includes('@');
}

/** What is sent, checked as the server checks it; what is wrong is said at the field where it was typed. */
export const donorSignIn = typed.transform((fields, context): z.output<typeof donorCredentials> => {
  const byEmail = isByEmail(fields.studentId);
  const result = donorCredentials.safeParse(byEmail ? exchanged(fields) : fields);
  if (result.success) return result.data;
  for (const { message, path } of result.error.issues) {
    const [name = 'studentId'] = path;
    context.addIssue({ code: 'custom', message, path: [byEmail ? (typedAs[String(name)] ?? name) : name] });
  }
  return z.NEVER;
});

/** Where an email came first: the field in which the server's was typed. */
export const typedAs: Readonly<Record<string, 'studentId' | 'email'>> = {
  studentId: 'email',
  email: 'studentId',
};

function exchanged({ studentId, email, ...others }: z.output<typeof typed>) {
  // An address in both is no donor ID: it was typed below before it was typed above.
  const isTwice = email.trim().toLowerCase() === studentId.trim().toLowerCase();
  return { ...others, studentId: isTwice ? '' : email, email: studentId };
}
