import { atMost, typedUsername } from './fields.ts';
import { lengths } from './lengths.ts';

// Nothing that cannot be seen: the log names people by it.
const usernameText = /^(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{Nd} ._@+-])+$/u;

/** Whom the log names that are no admins. */
const takenByTheLog = /^(?:shell|site|system|visitor|donor(?: \d+)?|npm run admin)$/i;

/** A name that a new admin may have. */
export const newUsername = typedUsername
  .refine((text) => usernameText.test(text), 'A username has only letters, digits, spaces and . _ @ + -')
  .refine((text) => text.length <= lengths.username, atMost(lengths.username))
  .refine((text) => !takenByTheLog.test(text), 'The log means somebody else by that name');
