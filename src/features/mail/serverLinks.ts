// Links in mails that act without a sign-in. They are signed with the site's key and not stored, so they work until the key
// changes.
import type { Site } from '#server/http/call.ts';
import { sameText, type Secrets } from '#server/secrets.ts';
import { type Language, pathIn } from '#shared/languages.ts';
import { isStaffMail, news, type NewsKind, type StaffMailKind } from '#shared/mail.ts';
import type { Enclosure, MailContents } from './serverKinds.ts';
import type { Mail } from './serverOutbox.ts';

/** The English paths of such links; the token follows. */
export const linkPaths = {
  newsOff: '/mail/off/',
  staffMailOff: '/mail/staff/',
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
interface NewsReader {
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

/** @returns null if the site did not sign the token. */
export function staffReaderIn(
  secrets: Secrets,
  token: string,
): { kind: StaffMailKind; adminId: number } | null {
  const text = verifyToken(secrets, 'staffMailOff', token);
  if (text === null) return null;
  const [kind, adminId] = JSON.parse(text) as [StaffMailKind, number];
  return { kind, adminId };
}

/** The links in a mail that act without a sign-in. Mail that its reader has just asked for has none to switch it off. */
export function linksOf(site: LinkSite, mail: Mail): Pick<Enclosure, 'off' | 'confirm' | 'pickup'> {
  const { kind, recipient, language, participantId, content } = mail;
  if (kind === 'newsletter_confirmation') {
    const { subscriberId: id } = content as MailContents['newsletter_confirmation'];
    return {
      off: newsletterUnsubscribeUrl(site, { id, language }),
      confirm: newsletterConfirmUrl(site, { id, language }),
    };
  }
  if (isStaffMail(kind)) {
    const { adminId } = content as MailContents[StaffMailKind];
    return { off: linkTo(site, 'staffMailOff', JSON.stringify([kind, adminId]), language) };
  }
  if (!news.some((name) => name === kind)) return {};
  const off = linkTo(site, 'newsOff', JSON.stringify([kind, recipient, participantId]), language);
  const { pickupId: id, requestedAt } = content as Partial<MailContents['pickup_scheduled']>;
  if (id === undefined || requestedAt === undefined) return { off };
  return { off, pickup: pickupUrl(site, { id, createdAt: new Date(requestedAt) }, language) };
}

interface Subscriber {
  id: number;
  language: Language;
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
