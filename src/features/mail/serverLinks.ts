// Links in mails that act without a sign-in: whoever has one was sent it. Nothing of them is stored, so they work as long as
// the site's key is the same.
import type { Site } from '#server/http/call.ts';
import { sameText, type Secrets } from '#server/secrets.ts';
import { type Language, pathIn } from '#shared/languages.ts';
import { news, type NewsKind } from '#shared/mail.ts';
import type { MailContents } from './serverKinds.ts';
import type { Mail } from './serverOutbox.ts';

/** The English paths of such links; the token follows. */
export const linkPaths = {
  newsOff: '/mail/off/',
  newsletterConfirm: '/newsletter/confirm/',
  newsletterUnsubscribe: '/newsletter/unsubscribe/',
} as const;

type LinkName = keyof typeof linkPaths;
type Linking = Pick<Site, 'publicUrl' | 'secrets'>;

function linkTo({ publicUrl, secrets }: Linking, name: LinkName, text: string, language: Language): string {
  return publicUrl + pathIn(language, linkPaths[name]) + tokenOf(secrets, name, text);
}

/** A text that only this site can have written: itself, and a keyed hash of it and of its purpose. */
function tokenOf(secrets: Secrets, name: LinkName, text: string): string {
  return `${Buffer.from(text).toString('base64url')}.${secrets.hash('mail-link', `${name} ${text}`)}`;
}

/** @param given a token, perhaps with a mark of the sentence that it stood in, such as `).` */
function textIn(secrets: Secrets, name: LinkName, given: string): string | null {
  const [token = ''] = /^[\w-]+\.[\w-]+/.exec(given) ?? [];
  const text = Buffer.from(token.split('.')[0] ?? '', 'base64url').toString();
  return sameText(token, tokenOf(secrets, name, text)) ? text : null;
}

/** Whose news of which kind a link switches off: by the address, since people are merged, and by the number, since addresses change. */
export interface NewsReader {
  kind: NewsKind;
  email: string;
  participantId: number | null;
}

/** What a token of `newsOff` says, or null if the site has not written it. */
export function newsReaderIn(secrets: Secrets, token: string): NewsReader | null {
  const text = textIn(secrets, 'newsOff', token);
  if (text === null) return null;
  const [kind, email, participantId] = JSON.parse(text) as [NewsKind, string, number | null];
  return { kind, email, participantId };
}

/** Where the reader of a mail switches others of its kind off; undefined for what they have just asked for themselves. */
export function unsubscribeUrl(site: Linking, mail: Mail): string | undefined {
  const { kind, recipient, language, participantId } = mail;
  if (kind === 'newsletter_confirmation') return newsletterUnsubscribeUrl(site, subscriberOf(mail));
  if (!news.some((name) => name === kind)) return undefined;
  return linkTo(site, 'newsOff', JSON.stringify([kind, recipient, participantId]), language);
}

/** Where the reader of a mail confirms that they want the newsletter, if it asks that. */
export function confirmUrl(site: Linking, mail: Mail): string | undefined {
  if (mail.kind !== 'newsletter_confirmation') return undefined;
  return newsletterConfirmUrl(site, subscriberOf(mail));
}

interface Subscriber {
  id: number;
  language: Language;
}

function subscriberOf({ language, content }: Mail): Subscriber {
  return { id: (content as MailContents['newsletter_confirmation']).subscriberId, language };
}

export function newsletterConfirmUrl(site: Linking, { id, language }: Subscriber): string {
  return linkTo(site, 'newsletterConfirm', String(id), language);
}

export function newsletterUnsubscribeUrl(site: Linking, { id, language }: Subscriber): string {
  return linkTo(site, 'newsletterUnsubscribe', String(id), language);
}

/** The subscriber of a token, or null if the site has not written it. */
export function subscriberIn(
  secrets: Secrets,
  name: 'newsletterConfirm' | 'newsletterUnsubscribe',
  token: string,
): number | null {
  const text = textIn(secrets, name, token);
  return text === null ? null : Number(text);
}
