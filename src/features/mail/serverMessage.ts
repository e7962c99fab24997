// A row of the outbox as a message: the sentences and parts of its kind, laid out.
import type { Site } from '#server/http/call.ts';
import { type Message, onOneLine } from '#server/mailer.ts';
import { pathIn } from '#shared/languages.ts';
import { donorNews } from '#shared/mail.ts';
import type { Organization } from '#shared/organization.ts';
import { screens } from '#shared/screens.ts';
import { type Enclosure, kindOf, phrases } from './serverKinds.ts';
import { type Letter, letterAsHtml, letterAsText } from './serverLayout.ts';
import type { Mail } from './serverOutbox.ts';

type Place = Pick<Site, 'publicUrl' | 'timeZone'>;
type Written = Pick<Mail, 'kind' | 'language' | 'content' | 'createdAt'>;

/** What stands in a list of mails. */
export function subjectOf({ timeZone }: Pick<Place, 'timeZone'>, mail: Written, organization: Organization) {
  const { kind, language, content, createdAt: writtenAt } = mail;
  return onOneLine(kindOf(kind)[language](content as never, { organization, timeZone, writtenAt }).subject);
}

/** A mail as it goes out. */
export function messageOf(
  { publicUrl, timeZone }: Place,
  mail: Written & Pick<Mail, 'recipient' | 'messageId'>,
  organization: Organization,
  enclosure: Enclosure & Pick<Message, 'calendar'> = {},
): Message {
  const { kind, language, createdAt: writtenAt } = mail;
  const content = mail.content as never;
  const { why, parts, [language]: sentencesOf } = kindOf(kind);
  const words = phrases[language];
  const facts = { organization, timeZone, writtenAt };
  const links = {
    dashboard: publicUrl + pathIn(language, screens.dashboard.path),
    discounts: publicUrl + pathIn(language, screens.discounts.path),
    // In English alone.
  };
  const isForDonor = donorNews.some((name) => name === kind);
  const { subject, heading, paragraphs } = sentencesOf(content, facts);
  const letter: Letter = {
    language: words.language,
    subject: onOneLine(subject),
    from: organization.name,
    day: words.day(writtenAt, timeZone),
    heading,
    paragraphs,
    buttons: [],
    ...parts?.(content, { ...facts, words, enclosure, links }),
    foot: {
      address: organization.addressLines.join(', '),
      why: why[language](content, facts),
      stop: words.stop(enclosure.off, isForDonor ? links.dashboard : undefined),
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
