// Pickups as entries of a calendar, which each later mail about the same one changes (RFC 5545, RFC 5546).
import ical, { foldLines, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { Site } from '#server/http/call.ts';
import { addressOf, type Message } from '#server/mailer.ts';
import { addSeconds } from '#shared/dates.ts';
import type { Organization } from '#shared/organization.ts';
import { type MailContents, phrases } from './serverKinds.ts';
import type { Mail } from './serverOutbox.ts';

/** How long a pickup may take. */
const PICKUP_SECONDS = 3600;

/** The entry that goes with a mail about a pickup, if a time was agreed on. */
export function calendarOf(
  { publicUrl, post }: Pick<Site, 'publicUrl' | 'post'>,
  { kind, language, content, recipient, createdAt }: Mail,
  organization: Organization,
): Message['calendar'] {
  const isCancelled = kind === 'pickup_cancelled';
  if (!post || !(isCancelled || kind === 'pickup_scheduled' || kind === 'pickup_moved')) return undefined;
  const pickup = content as MailContents['pickup_cancelled'];
  if (pickup.scheduledAt === null) return undefined;
  const start = new Date(pickup.scheduledAt);
  const words = phrases[language];
  const calendar = ical({
    prodId: { company: 'ReRound', product: 'Pickups', language: language.toUpperCase() },
    method: isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST,
  });
  calendar.createEvent({
    id: `pickup-${pickup.pickupId}@${new URL(publicUrl).hostname}`,
    sequence: pickup.sequence,
    stamp: createdAt,
    start,
    end: addSeconds(start, PICKUP_SECONDS),
    summary: words.pickupEntry(organization),
    location: pickup.address,
    description: pickup.items,
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer: { name: organization.name, email: addressOf(post.from) },
    attendees: [{ name: pickup.name, email: recipient, rsvp: false }],
  });
  // The library cannot name the language of a text: of the summary it is known, the rest was typed by somebody.
  const text = calendar
    .toString()
    .replaceAll('\r\n ', '')
    .replace('\r\nSUMMARY:', `\r\nSUMMARY;LANGUAGE=${words.language}:`);
  return { method: isCancelled ? 'CANCEL' : 'REQUEST', text: foldLines(text) };
}
