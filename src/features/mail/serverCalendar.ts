// Pickups as entries of a calendar, which each later mail about the same one changes (RFC 5545, RFC 5546).
import ical, { foldLines, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { Site } from '#server/http/call.ts';
import { addressOf, type Message } from '#server/mail.ts';
import type { Organization } from '#shared/organization.ts';
import type { MailContents } from './mailContents.ts';
import type { Mail } from './serverOutbox.ts';
import { mailWords } from './serverTemplates.ts';

/** How long whoever comes may take. */
const HOURS = 1;

/** The entry that goes with a mail, if it is about a pickup whose time is or was known. */
export function calendarOf(
  { publicUrl, post }: Pick<Site, 'publicUrl' | 'post'>,
  { kind, language, content, recipient, createdAt }: Mail,
  organization: Organization,
): Message['calendar'] {
  const isCancelled = kind === 'pickup_cancelled';
  if (!post || !(isCancelled || kind === 'pickup_scheduled' || kind === 'pickup_moved')) return undefined;
  const { pickupId, name, address, items, scheduledAt, sequence } =
    content as MailContents['pickup_cancelled'];
  if (scheduledAt === null) return undefined;
  const start = new Date(scheduledAt);
  const words = mailWords[language];
  const calendar = ical({
    prodId: { company: 'ReRound', product: 'Pickups', language: language.toUpperCase() },
    method: isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST,
  });
  calendar.createEvent({
    id: `pickup-${pickupId}@${new URL(publicUrl).hostname}`,
    sequence,
    stamp: createdAt,
    start,
    end: new Date(start.getTime() + HOURS * 3_600_000),
    summary: words.pickupEntry(organization),
    location: address,
    description: items,
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer: { name: organization.name, email: addressOf(post.from) },
    attendees: [{ name, email: recipient, rsvp: false }],
  });
  return {
    method: isCancelled ? 'CANCEL' : 'REQUEST',
    text: inLanguage(calendar.toString(), words.language),
  };
}

/** Says in which language an entry's name is. The rest was typed by somebody. */
function inLanguage(text: string, language: string): string {
  const unfolded = text.replaceAll('\r\n ', '');
  return foldLines(unfolded.replace('\r\nSUMMARY:', `\r\nSUMMARY;LANGUAGE=${language}:`));
}
