// What each mail says and how it looks.
import type { Site } from '#server/http/call.ts';
import type { Message } from '#server/mail.ts';
import type { Organization } from '#shared/organization.ts';
import type { Mail } from './serverOutbox.ts';

/** A mail as it goes out. */
export function messageOf(_site: Pick<Site, 'publicUrl'>, mail: Mail, organization: Organization): Message {
  const { kind, recipient, messageId, createdAt } = mail;
  const text = `${kind}\n\n${organization.name}\n${organization.addressLines.join(', ')}\n`;
  return { to: recipient, subject: kind, text, html: `<pre>${text}</pre>`, messageId, date: createdAt };
}
