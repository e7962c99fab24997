// Links in mails that act without a sign-in. They are signed with the site's key and not stored, so they work until the key
// changes.
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
  pickup: '/pickup/',
} as const;

type LinkName = keyof typeof linkPaths;
type LinkSite = Pick<Site, 'publicUrl' | 'secrets'>;

function linkTo({ publicUrl, secrets }: LinkSite, name: LinkName, text: string, language: Language): string {
  return publicUrl + pathIn(language, linkPaths[name]) + signToken(secrets, name, text);
}

/** The text and a keyed hash of it and its purpose. */
function signToken(secrets: Secrets, name: LinkName, text: string): string {
  return `${Buffer.from(text).toString('base64url')}.${secrets.hash('mail-link', `${name} ${text}`)}`;
}

/** @param given a token, perhaps followed by punctuation of its sentence, such as `).` */
function verifyToken(secrets: Secrets, name: LinkName, given: string): string | null {
  const [token = ''] = /^[\w-]+\.[\w-]+/.exec(given) ?? [];
  const text = Buffer.from(token.split('.')[0] ?? '', 'base64url').toString();
  return sameText(token, signToken(secrets, name, text)) ? text : null;
}

/** The address, because people are merged, and the participant, because addresses change. */
export interface NewsReader {
  kind: NewsKind;
  email: string;
  participantId: number | null;
}

/** @returns null if the site did not sign the token. */
export function newsReaderIn(secrets: Secrets, token: string): NewsReader | null {
  const text = verifyToken(secrets, 'newsOff', token);
  if (text === null) return null;
  const [kind, email, participantId] = JSON.parse(text) as [NewsKind, string, number | null];
  return { kind, email, participantId };
}

/** The link that switches a mail's kind off. Undefined for mail that its reader has just asked for. */
export function unsubscribeUrl(site: LinkSite, mail: Mail): string | undefined {
  const { kind, recipient, language, participantId } = mail;
  if (kind === 'newsletter_confirmation') return newsletterUnsubscribeUrl(site, subscriberOf(mail));
  if (!news.some((name) => name === kind)) return undefined;
  return linkTo(site, 'newsOff', JSON.stringify([kind, recipient, participantId]), language);
}

/** The link that confirms a subscription, if the mail asks for that. */
export function confirmUrl(site: LinkSite, mail: Mail): string | undefined {
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

export function newsletterConfirmUrl(site: LinkSite, { id, language }: Subscriber): string {
  return linkTo(site, 'newsletterConfirm', String(id), language);
}

export function newsletterUnsubscribeUrl(site: LinkSite, { id, language }: Subscriber): string {
  return linkTo(site, 'newsletterUnsubscribe', String(id), language);
}

/** @returns null if the site did not sign the token. */
export function subscriberIn(
  secrets: Secrets,
  name: 'newsletterConfirm' | 'newsletterUnsubscribe',
  token: string,
): number | null {
  const text = verifyToken(secrets, name, token);
  return text === null ? null : Number(text);
}

interface LinkedPickup {
  id: number;
  createdAt: Date;
}

/** The link to what was agreed about a pickup. With the time: after a restore another pickup may get the number. */
export function pickupUrl(site: LinkSite, { id, createdAt }: LinkedPickup, language: Language): string {
  return linkTo(site, 'pickup', `${id} ${createdAt.getTime()}`, language);
}

/** @returns null if the site did not sign the token. */
export function pickupIn(secrets: Secrets, token: string): LinkedPickup | null {
  const text = verifyToken(secrets, 'pickup', token);
  if (text === null) return null;
  const [id, createdAt] = text.split(' ').map(Number);
  return { id: Number(id), createdAt: new Date(Number(createdAt)) };
}

/** The same link for a mail about a pickup. Undefined for other mails. */
export function pickupUrlOf(site: LinkSite, { content, language }: Mail): string | undefined {
  const { pickupId: id, requestedAt } = content as Partial<MailContents['pickup_scheduled']>;
  if (id === undefined || requestedAt === undefined) return undefined;
  return pickupUrl(site, { id, createdAt: new Date(requestedAt) }, language);
}
