import { atMost, typedUsername } from './fields.ts';
import { lengths } from './lengths.ts';

// Nothing invisible, because the audit log names people by it.
const usernameText = /^(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{Nd} ._@+-])+$/u;

/** Names by which the audit log means others than admins. */
const takenByTheLog = /^(?:shell|site|system|visitor|donor(?: \d+)?|npm run admin)$/i;

/** A username for a new admin. */
export const newUsername = typedUsername
  .refine((text) => usernameText.test(text), 'A username has only letters, digits, spaces and . _ @ + -')
  .refine((text) => text.length <= lengths.username, atMost(lengths.username))
  .refine((text) => !takenByTheLog.test(text), 'The log means somebody else by that name');
