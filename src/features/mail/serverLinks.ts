// Links in mails that act without a sign-in. They are signed with the site's key and not stored, so they work until the key
// changes.
import type { Site } from '#server/http/call.ts';
import { sameText, type Secrets } from '#server/secrets.ts';
import { type Language, pathIn } from '#shared/languages.ts';
import { isStaffMail, news, type NewsKind, type StaffMailKind } from '#shared/mail.ts';
import type { SecretValues, MailContents } from './serverKinds.ts';
import type { Mail } from './serverOutbox.ts';

/** The English paths of such links, without the token at their end. */
export const linkPaths = {
  newsOff: '/mail/off/',
  staffMailOff: '/mail/staff/',
  newsletterConfirm: '/newsletter/confirm/',
  newsletterUnsubscribe: '/newsletter/unsubscribe/',
  pickup: '/pickup/',
} as const;

type LinkName = keyof typeof linkPaths;
type LinkSite = Pick<Site, 'publicUrl' | 'secrets'>;

function signedUrl(
  { publicUrl, secrets }: LinkSite,
  name: LinkName,
  payload: string,
  language: Language,
): string {
  return publicUrl + pathIn(language, linkPaths[name]) + signToken(secrets, name, payload);
}

/** The payload, and a keyed hash of the link's name and the payload. */
function signToken(secrets: Secrets, name: LinkName, payload: string): string {
  return `${Buffer.from(payload).toString('base64url')}.${secrets.hash('mail-link', `${name} ${payload}`)}`;
}

/**
 * The payload of a token, or null if the site did not sign it.
 *
 * @param pathEnd the token, perhaps followed by punctuation of its sentence, such as `).`
 */
function verifyToken(secrets: Secrets, name: LinkName, pathEnd: string): string | null {
  const [token = ''] = /^[\w-]+\.[\w-]+/.exec(pathEnd) ?? [];
  const payload = Buffer.from(token.split('.')[0] ?? '', 'base64url').toString();
  return sameText(token, signToken(secrets, name, payload)) ? payload : null;
}

/** Whose news a link switches off. The email finds a donor who was merged, and the ID one whose email has changed. */
interface NewsReader {
  kind: NewsKind;
  email: string;
  participantId: number | null;
}

/** @returns null if the site did not sign the token. */
export function verifyNewsToken(secrets: Secrets, token: string): NewsReader | null {
  const payload = verifyToken(secrets, 'newsOff', token);
  if (payload === null) return null;
  const [kind, email, participantId] = JSON.parse(payload) as [NewsKind, string, number | null];
  return { kind, email, participantId };
}

/** @returns null if the site did not sign the token. */
export function verifyStaffToken(
  secrets: Secrets,
  token: string,
): { kind: StaffMailKind; adminId: number } | null {
  const payload = verifyToken(secrets, 'staffMailOff', token);
  if (payload === null) return null;
  const [kind, adminId] = JSON.parse(payload) as [StaffMailKind, number];
  return { kind, adminId };
}

/** The signed links in a mail. Mail with a code and test mail have none. */
export function signedLinks(
  site: LinkSite,
  mail: Mail,
): Pick<SecretValues, 'switchOffUrl' | 'confirmUrl' | 'pickupUrl'> {
  const { kind, recipient, language, participantId, content } = mail;
  if (kind === 'newsletter_confirmation') {
    const { subscriberId: id } = content as MailContents['newsletter_confirmation'];
    return {
      switchOffUrl: newsletterUnsubscribeUrl(site, { id, language }),
      confirmUrl: newsletterConfirmUrl(site, { id, language }),
    };
  }
  if (isStaffMail(kind)) {
    const { adminId } = content as MailContents[StaffMailKind];
    return { switchOffUrl: signedUrl(site, 'staffMailOff', JSON.stringify([kind, adminId]), language) };
  }
  if (!news.some((name) => name === kind)) return {};
  const switchOffUrl = signedUrl(site, 'newsOff', JSON.stringify([kind, recipient, participantId]), language);
  const { pickupId: id, requestedAt } = content as Partial<MailContents['pickup_scheduled']>;
  if (id === undefined || requestedAt === undefined) return { switchOffUrl };
  return { switchOffUrl, pickupUrl: pickupUrl(site, { id, createdAt: new Date(requestedAt) }, language) };
}

interface Subscriber {
  id: number;
  language: Language;
}

export function newsletterConfirmUrl(site: LinkSite, { id, language }: Subscriber): string {
  return signedUrl(site, 'newsletterConfirm', String(id), language);
}

export function newsletterUnsubscribeUrl(site: LinkSite, { id, language }: Subscriber): string {
  return signedUrl(site, 'newsletterUnsubscribe', String(id), language);
}

/** @returns null if the site did not sign the token. */
export function verifySubscriberToken(
  secrets: Secrets,
  name: 'newsletterConfirm' | 'newsletterUnsubscribe',
  token: string,
): number | null {
  const payload = verifyToken(secrets, name, token);
  return payload === null ? null : Number(payload);
}

interface LinkedPickup {
  id: number;
  createdAt: Date;
}

/** The link that shows a pickup. `createdAt` is signed too, because another pickup may get the same ID after a restore. */
export function pickupUrl(site: LinkSite, { id, createdAt }: LinkedPickup, language: Language): string {
  return signedUrl(site, 'pickup', `${id} ${createdAt.getTime()}`, language);
}

/** @returns null if the site did not sign the token. */
export function verifyPickupToken(secrets: Secrets, token: string): LinkedPickup | null {
  const payload = verifyToken(secrets, 'pickup', token);
  if (payload === null) return null;
  const [id, createdAt] = payload.split(' ').map(Number);
  return { id: Number(id), createdAt: new Date(Number(createdAt)) };
}
