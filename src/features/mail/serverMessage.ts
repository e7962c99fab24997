import ical, { foldLines, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { Site } from '#server/http/call.ts';
import { addressOf } from '#server/env.ts';
import { type Message, onOneLine } from '#server/mailer.ts';
import { addSeconds } from '#shared/dates.ts';
import { pathIn } from '#shared/languages.ts';
import { donorNews, isStaffMail } from '#shared/mail.ts';
import type { Organization } from '#shared/organization.ts';
import { screens } from '#shared/screens.ts';
import { type SecretValues, kindOf, type MailContents, phrases } from './serverKinds.ts';
import { type Letter, renderHtml, renderText } from './serverLayout.ts';
import type { Mail } from './serverOutbox.ts';
import * as en from './serverPhrases.en.ts';

type MessageSite = Pick<Site, 'publicUrl' | 'timeZone'>;
type Draft = Pick<Mail, 'kind' | 'language' | 'content' | 'createdAt'>;

export function composeSubject(
  { timeZone }: Pick<MessageSite, 'timeZone'>,
  { kind, language, content, createdAt: writtenAt }: Draft,
  organization: Organization,
) {
  const { subject } = kindOf(kind)[language](content as never, { organization, timeZone, writtenAt });
  return onOneLine(subject);
}

/** A mail as its recipient gets it. What is not in `secretValues` is left out or hidden. */
export function composeMessage(
  { publicUrl, timeZone }: MessageSite,
  mail: Draft & Pick<Mail, 'recipient' | 'messageId'>,
  organization: Organization,
  secretValues: SecretValues = {},
  calendar?: Message['calendar'],
): Message {
  const { kind, language, createdAt: writtenAt } = mail;
  const content = mail.content as never;
  const mailKind = kindOf(kind);
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
  const { subject, heading, paragraphs, why } = mailKind[language](content, facts);
  const letter: Letter = {
    language: words.language,
    subject: onOneLine(subject),
    sender: organization.name,
    day: words.instantDay(writtenAt, timeZone),
    heading,
    paragraphs: paragraphs.filter((paragraph) => paragraph !== undefined),
    buttons: [],
    ...mailKind.parts?.(content, { ...facts, words, secretValues, links }),
    foot: {
      address: organization.addressLines.join(', '),
      why,
      howToStop: isStaffMail(kind)
        ? en.howToStop(secretValues.switchOffUrl, links.account, 'in My account')
        : words.howToStop(secretValues.switchOffUrl, isForDonor ? links.dashboard : undefined),
    },
  };
  return {
    to: mail.recipient,
    subject: letter.subject,
    text: renderText(letter),
    html: renderHtml(letter),
    messageId: mail.messageId,
    date: writtenAt,
    unsubscribeUrl: secretValues.switchOffUrl,
    calendar,
  };
}

/** How long a pickup lasts in calendars. */
const PICKUP_SECONDS = 3600;

/**
 * The calendar entry of a mail about a pickup (RFC 5545, RFC 5546). Later mails about the pickup change the same entry.
 * Undefined for other mail, and for a pickup without a time.
 */
export function composeCalendar(
  { publicUrl, mailer }: Pick<Site, 'publicUrl' | 'mailer'>,
  { kind, language, content, recipient, createdAt }: Mail,
  organization: Organization,
): Message['calendar'] {
  const isCancelled = kind === 'pickup_cancelled';
  const isAboutPickup = isCancelled || kind === 'pickup_scheduled' || kind === 'pickup_moved';
  if (!mailer || !isAboutPickup) return undefined;
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
  // The library marks no languages, so the summary's is added to the unfolded text. People typed the other texts.
  const text = calendar
    .toString()
    .replaceAll('\r\n ', '')
    .replace('\r\nSUMMARY:', `\r\nSUMMARY;LANGUAGE=${words.language}:`);
  return { method: isCancelled ? 'CANCEL' : 'REQUEST', text: foldLines(text) };
}
