import { atMost, typedUsername } from './fields.ts';
import { lengths } from './lengths.ts';

// Invisible characters are refused, because two names in the audit log could then look alike.
const usernameText = /^(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{Nd} ._@+-])+$/u;

/** Names that the audit log uses for others than admins. */
const reservedUsernames = /^(?:shell|site|system|visitor|donor(?: \d+)?|npm run admin)$/i;

/** A username for a new admin. */
export const newUsername = typedUsername
  .refine((text) => usernameText.test(text), 'A username has only letters, digits, spaces and . _ @ + -')
  // NFKC may have lengthened the name.
  .refine((text) => text.length <= lengths.username, atMost(lengths.username))
  .refine((text) => !reservedUsernames.test(text), 'The audit log uses that name for somebody else');
