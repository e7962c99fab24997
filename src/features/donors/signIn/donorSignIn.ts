import { z } from 'zod';
import { donorCredentials } from './contract.ts';
import { credentialsOf, isByEmail, typedAs, type TypedSignIn } from './typedSignIn.ts';

const typed = z.object({ studentId: z.string(), email: z.string(), displayName: z.string() });

/** Checked as the server checks what is sent of it; what is wrong is said at the field where it was typed. */
export const donorSignIn = typed.transform((fields, context): TypedSignIn => {
  const byEmail = isByEmail(fields.studentId);
  const result = donorCredentials.safeParse(credentialsOf(fields));
  if (result.success) {
    const { studentId, email, displayName } = result.data;
    return byEmail ? { studentId: email, email: studentId, displayName } : result.data;
  }
  for (const { message, path } of result.error.issues) {
    const [name = 'studentId'] = path;
    context.addIssue({ code: 'custom', message, path: [byEmail ? (typedAs[String(name)] ?? name) : name] });
  }
  return z.NEVER;
});
