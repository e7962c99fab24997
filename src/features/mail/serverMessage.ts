import ical, { foldLines, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { Site } from '#server/http/call.ts';
import { addressOf, type Message, onOneLine } from '#server/mailer.ts';
import { addSeconds } from '#shared/dates.ts';
import { pathIn } from '#shared/languages.ts';
import { donorNews, isStaffMail } from '#shared/mail.ts';
import type { Organization } from '#shared/organization.ts';
import { screens } from '#shared/screens.ts';
import { type Enclosure, kindOf, type MailContents, phrases } from './serverKinds.ts';
import { type Letter, letterAsHtml, letterAsText } from './serverLayout.ts';
import type { Mail } from './serverOutbox.ts';
import * as en from './serverPhrases.en.ts';

type MessageSite = Pick<Site, 'publicUrl' | 'timeZone'>;
type MailRow = Pick<Mail, 'kind' | 'language' | 'content' | 'createdAt'>;

export function subjectOf(
  { timeZone }: Pick<MessageSite, 'timeZone'>,
  mail: MailRow,
  organization: Organization,
) {
  const { kind, language, content, createdAt: writtenAt } = mail;
  return onOneLine(kindOf(kind)[language](content as never, { organization, timeZone, writtenAt }).subject);
}

/** A row of the outbox as the message that is sent. */
export function messageOf(
  { publicUrl, timeZone }: MessageSite,
  mail: MailRow & Pick<Mail, 'recipient' | 'messageId'>,
  organization: Organization,
  enclosure: Enclosure & Pick<Message, 'calendar'> = {},
): Message {
  const { kind, language, createdAt: writtenAt } = mail;
  const content = mail.content as never;
  const { parts, [language]: sentencesOf } = kindOf(kind);
  const words = phrases[language];
  const facts = { organization, timeZone, writtenAt };
  const links = {
    dashboard: publicUrl + pathIn(language, screens.dashboard.path),
    discounts: publicUrl + pathIn(language, screens.discounts.path),
    account: `${publicUrl}${screens.consoleAccount.path}?tab=mail`,
    console: publicUrl + screens.console.path,
    bins: `${publicUrl}${screens.consoleBins.path}?tab=alerts`,
    pickups: `${publicUrl}${screens.console.path}?tab=pickups`,
  };
  const isForDonor = donorNews.some((name) => name === kind);
  const { subject, heading, paragraphs, why } = sentencesOf(content, facts);
  const letter: Letter = {
    language: words.language,
    subject: onOneLine(subject),
    from: organization.name,
    day: words.day(writtenAt, timeZone),
    heading,
    paragraphs: paragraphs.filter((paragraph) => paragraph !== undefined),
    buttons: [],
    ...parts?.(content, { ...facts, words, enclosure, links }),
    foot: {
      address: organization.addressLines.join(', '),
      why,
      stop: isStaffMail(kind)
        ? en.stop(enclosure.off, links.account, 'in My account')
        : words.stop(enclosure.off, isForDonor ? links.dashboard : undefined),
    },
  };
  return {
    to: mail.recipient,
    subject: letter.subject,
    text: letterAsText(letter),
    html: letterAsHtml(letter),
    messageId: mail.messageId,
    date: writtenAt,
    unsubscribeUrl: enclosure.off,
    calendar: enclosure.calendar,
  };
}

/** How long a pickup may take. */
const PICKUP_SECONDS = 3600;

/**
 * The calendar entry of a mail about a pickup. Each later mail about the same one changes it (RFC 5545, RFC 5546). Undefined
 * without a time.
 */
export function calendarOf(
  { publicUrl, mailer }: Pick<Site, 'publicUrl' | 'mailer'>,
  { kind, language, content, recipient, createdAt }: Mail,
  organization: Organization,
): Message['calendar'] {
  const isCancelled = kind === 'pickup_cancelled';
  if (!mailer || !(isCancelled || kind === 'pickup_scheduled' || kind === 'pickup_moved')) return undefined;
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
    organizer: { name: organization.name, email: addressOf(mailer.from) },
    attendees: [{ name: pickup.name, email: recipient, rsvp: false }],
  });
  // The library cannot write a text's language. Only the summary has one: the rest was typed by somebody.
  const text = calendar
    .toString()
    .replaceAll('\r\n ', '')
    .replace('\r\nSUMMARY:', `\r\nSUMMARY;LANGUAGE=${words.language}:`);
  return { method: isCancelled ? 'CANCEL' : 'REQUEST', text: foldLines(text) };
}
