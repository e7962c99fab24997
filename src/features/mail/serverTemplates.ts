// What each mail says: a function a kind, which takes its sentences from the catalogue of its language.
import type { Site } from '#server/http/call.ts';
import { type Message, onOneLine } from '#server/mail.ts';
import { ADMIN_CONSOLE_PATH } from '#shared/adminPath.ts';
import { type Language, pathIn } from '#shared/languages.ts';
import type { MailKind } from '#shared/mail.ts';
import type { Organization } from '#shared/organization.ts';
import { type Screen, screens } from '#shared/screens.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import type { MailContents } from './mailContents.ts';
import type { MailFacts, MailWords } from './mailWords.ts';
import { english } from './mailWords.en.ts';
import { french } from './mailWords.fr.ts';
import { type Letter, letterAsHtml, letterAsText } from './serverLayout.ts';
import type { Mail } from './serverOutbox.ts';

/** What mails say, by the language of each. */
export const mailWords: Readonly<Record<Language, MailWords>> = { en: english, fr: french };

/** What goes out with a mail and is not in its row. Whoever only looks at a mail leaves it out. */
export interface Enclosure {
  /** Where its kind is switched off by one press, without a sign-in. */
  off?: string | undefined;
  /** Where a newsletter's reader confirms. */
  confirm?: string | undefined;
  /** A sign-in code, opened. */
  signInCode?: string | undefined;
  calendar?: Message['calendar'];
}

/** What every template may use. */
interface House extends MailFacts {
  words: MailWords;
  enclosure: Enclosure;
  dashboard: string;
  discounts: string;
  /** The console's, which is in English alone. */
  settings: string;
}

/** What a template adds to its sentences. `hasDashboard` where the reader is a donor, who chooses there what to hear. */
type Parts = Partial<Pick<Letter, 'facts' | 'loops' | 'tag' | 'buttons'>> & { hasDashboard?: boolean };

const parts: { [Kind in MailKind]: (contents: MailContents[Kind], house: House) => Parts } = {
  donation_logged: toDashboard,
  donation_confirmed: ({ code, gold }, house) => ({
    ...toDashboard(null, house),
    ...(gold &&
      gold.donations <= gold.of && {
        loops: { closed: gold.donations, total: gold.of, label: house.words.goldLoops(gold) },
      }),
    ...(code && withTag({ ...code, usesLeft: code.uses }, house)),
  }),
  donation_rejected: toDashboard,
  donation_measured: toDashboard,
  code_ending: withTag,
  code_used: (code, house) => (code.usesLeft > 0 ? withTag(code, house) : toDashboard(code, house)),
  pickup_scheduled: whatIsAgreed,
  pickup_moved: whatIsAgreed,
  pickup_cancelled: () => ({}),
  health_red: toSettings,
  health_green: toSettings,
  sign_in_code: (_contents, { words, enclosure }) => ({
    tag: {
      code: enclosure.signInCode ?? words.hiddenCode,
      openLoops: 0,
      terms: words.signInCodeTerms,
      hint: null,
    },
  }),
  newsletter_confirmation: (_contents, { words, enclosure }) => ({
    buttons: enclosure.confirm ? [{ label: words.labels.confirmLetters, href: enclosure.confirm }] : [],
  }),
  test: () => ({}),
};

function toDashboard(_contents: unknown, { words, dashboard }: House): Parts {
  return { hasDashboard: true, buttons: [{ label: words.labels.openDashboard, href: dashboard }] };
}

function toSettings(_contents: unknown, { words, settings }: House): Parts {
  return { buttons: [{ label: words.labels.openSettings, href: settings }] };
}

/** More of them would not stand in one row with the words. */
const MOST_LOOPS = 4;

function withTag(
  { code, usesLeft, expiresAt }: Pick<MailContents['code_ending'], 'code' | 'usesLeft' | 'expiresAt'>,
  { words, timeZone, dashboard, discounts }: House,
): Parts {
  return {
    hasDashboard: true,
    tag: {
      code,
      openLoops: usesLeft <= MOST_LOOPS ? usesLeft : 0,
      terms: words.codeTerms(usesLeft, new Date(expiresAt), timeZone),
      hint: words.codeUse,
    },
    buttons: [
      { label: words.labels.openDashboard, href: dashboard },
      { label: words.labels.whereToUse, href: discounts },
    ],
  };
}

function whatIsAgreed(
  { scheduledAt, address, items }: MailContents['pickup_scheduled'],
  { words: { instant, labels }, timeZone }: House,
): Parts {
  return {
    facts: [
      [labels.when, instant(new Date(scheduledAt), timeZone)],
      [labels.where, address],
      [labels.what, items],
    ],
  };
}

type Place = Pick<Site, 'publicUrl'> & { timeZone: TimeZone };

/** What a mail's row says of itself. */
type Written = Pick<Mail, 'kind' | 'language' | 'content' | 'createdAt'>;

/** What stands in a list of mails. */
export function subjectOf({ timeZone }: Place, mail: Written, organization: Organization): string {
  const facts = { organization, timeZone, writtenAt: mail.createdAt };
  return onOneLine(sentencesOf(mailWords[mail.language], mail, facts).subject);
}

/** A mail in words and parts. */
function letterOf(
  { publicUrl, timeZone }: Place,
  mail: Written,
  organization: Organization,
  enclosure: Enclosure = {},
): Letter {
  const words = mailWords[mail.language];
  const addressOf = ({ path }: Screen) => publicUrl + pathIn(mail.language, path);
  const facts = { organization, timeZone, writtenAt: mail.createdAt };
  const dashboard = addressOf(screens.dashboard);
  const discounts = addressOf(screens.discounts);
  const settings = `${publicUrl}${ADMIN_CONSOLE_PATH}?tab=settings`;
  const house = { ...facts, words, enclosure, dashboard, discounts, settings };
  const { subject, heading, paragraphs, why } = sentencesOf(words, mail, facts);
  const { hasDashboard = false, buttons = [], ...others } = partsOf(mail, house);
  return {
    language: words.language,
    labelled: words.labelled,
    subject: onOneLine(subject),
    from: organization.name,
    day: words.day(mail.createdAt, timeZone),
    heading,
    paragraphs,
    ...others,
    buttons,
    foot: {
      address: organization.addressLines.join(', '),
      why,
      stop: words.stop({ off: enclosure.off, dashboard: hasDashboard ? dashboard : undefined }),
    },
  };
}

/** A mail as it goes out. */
export function messageOf(
  site: Place,
  mail: Written & Pick<Mail, 'recipient' | 'messageId'>,
  organization: Organization,
  enclosure: Enclosure = {},
): Message {
  const { recipient, messageId, createdAt } = mail;
  const letter = letterOf(site, mail, organization, enclosure);
  return {
    to: recipient,
    subject: letter.subject,
    text: letterAsText(letter),
    html: letterAsHtml(letter),
    messageId,
    date: createdAt,
    unsubscribeUrl: enclosure.off,
    calendar: enclosure.calendar,
  };
}

// A row's content is of its kind: `queueMail` sees to that.
function sentencesOf({ sentences }: MailWords, { kind, content }: Written, facts: MailFacts) {
  return (sentences[kind] as (contents: unknown, facts: MailFacts) => ReturnType<typeof sentences.test>)(
    content,
    facts,
  );
}

function partsOf({ kind, content }: Written, house: House): Parts {
  return (parts[kind] as (contents: unknown, house: House) => Parts)(content, house);
}
