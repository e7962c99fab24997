// The kinds of mail, in both languages except for mail to staff. `shared/mail.ts` lists who gets which kind, and which kinds
// can be switched off.
import { daysUntil } from '#shared/dates.ts';
import type { Language } from '#shared/languages.ts';
import type { MailKind } from '#shared/mail.ts';
import type { Organization } from '#shared/organization.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import type { WeightBand } from '#shared/weights.ts';
import { formatInstant, formatTime } from '#words/formats.ts';
import { bold, type Letter, type Line, line, mailTo, unbroken } from './serverLayout.ts';
import * as en from './serverPhrases.en.ts';
import * as fr from './serverPhrases.fr.ts';

type Phrases = typeof en;

export const phrases: Readonly<Record<Language, Phrases>> = { en, fr };

/** What a mail's sentences depend on besides its content. */
interface SentenceContext {
  organization: Organization;
  timeZone: TimeZone;
  writtenAt: Date;
}

/** The values in a mail that its row does not store, because they are secret. The console shows mails without them. */
export interface SecretValues {
  /** Switches the mail's kind off without a sign-in. */
  switchOffUrl?: string | undefined;
  /** Confirms a subscription to the newsletter. */
  confirmUrl?: string | undefined;
  /** Shows a pickup to the person who asked for it. */
  pickupUrl?: string | undefined;
  /** A decrypted sign-in code. */
  signInCode?: string | undefined;
}

interface Context extends SentenceContext {
  words: Phrases;
  secretValues: SecretValues;
  links: Record<'dashboard' | 'discounts' | 'account' | 'console' | 'bins' | 'pickups', string>;
}

interface Sentences {
  subject: string;
  /** May contain line breaks. */
  heading: string;
  /** Those that are undefined are left out. */
  paragraphs: readonly (Line | undefined)[];
  /** Why the mail came to this address. */
  why: string;
}

type Parts = Partial<Pick<Letter, 'loops' | 'tag' | 'buttons'>>;

/** @template Content is particular to one mail. The outbox stores it as JSON. */
export interface Kind<Content> {
  en: (content: Content, context: SentenceContext) => Sentences;
  fr: (content: Content, context: SentenceContext) => Sentences;
  /** When the kind is sent, for the page that switches it off. */
  when?: Record<Language, string>;
  parts?: (content: Content, context: Context) => Parts;
  /** Set for mail that strangers can cause. The limits are those of its mailbox and of the site. */
  countsAgainstLimits?: true;
}

export type MailContents = { [Name in MailKind]: Parameters<(typeof kinds)[Name]['en']>[0] };

export interface DonorContent {
  /** The donor's first student ID, or their email if they have none. */
  donorId: string;
}

interface DonationContent extends DonorContent {
  donationId: number;
  weight: WeightBand;
  /** The day on which it was given. */
  date: string;
  /** The name of one of our bins, never a text that a visitor typed. */
  bin: string | null;
}

interface CodeContent {
  code: string;
  /** An instant in ISO 8601. */
  expiresAt: string;
}

interface ConfirmedContent extends DonationContent {
  /** Null if the donation earned no code. */
  code: (CodeContent & { uses: number }) | null;
  /** How many donations of this year count toward Gold Giver, and how many it takes. Null if this one does not count. */
  gold: { donations: number; of: number } | null;
}

interface UsableCodeContent extends DonorContent, CodeContent {
  usesLeft: number;
}

interface PickupContent {
  pickupId: number;
  name: string;
  address: string;
  items: string;
  /** An instant in ISO 8601. Missing in mail that was queued before pickups had links. */
  requestedAt?: string;
  /** How often the calendar entry was changed. */
  sequence: number;
}

interface AppointmentContent extends PickupContent {
  /** An instant in ISO 8601. */
  scheduledAt: string;
}

interface SealedCodeContent {
  /** Encrypted with the site's key, and null once the mail was sent or given up. */
  sealedCode: string | null;
}

/** How many of each wait for staff, and sentences about problems with the site. */
interface DailyContent {
  donations: number;
  bins: number;
  overdueBins: number;
  pickups: number;
  problems: readonly string[];
}

interface StaffContent {
  /** The recipient, whose email is read when the mail is sent. */
  adminId: number;
}

export const kinds = {
  donation_logged: {
    en: ({ mark, ...donation }) => ({
      subject: 'Donation logged, thank you',
      heading: 'Logged,\nthank you',
      paragraphs: [
        line`Hello. We noted your donation of ${en.gift(donation)}, given on ${en.day(donation.date)}.`,
        mark === undefined
          ? undefined
          : line`Write ${unbroken(mark)} on your bag, so that we know it is yours.`,
        line`A volunteer looks at it next. Once it is confirmed, a reward code is yours.`,
      ],
      why: en.whyDonor(donation),
    }),
    fr: ({ mark, ...donation }) => ({
      subject: 'Don inscrit, merci',
      heading: 'Don inscrit,\nmerci',
      paragraphs: [
        line`Bonjour. Votre don de ${fr.gift(donation)}, remis le ${fr.day(donation.date)}, est inscrit.`,
        mark === undefined
          ? undefined
          : line`Écrivez ${unbroken(mark)} sur votre sac, pour que nous sachions que c’est le vôtre.`,
        line`Les bénévoles le vérifient ensuite. Une fois le don confirmé, un code de récompense est à vous.`,
      ],
      why: fr.whyDonor(donation),
    }),
    when: { en: 'when a donation is logged', fr: 'quand un don est inscrit' },
    parts: (_content, context) => dashboardButton(context),
    countsAgainstLimits: true,
  } satisfies Kind<DonationContent & { mark?: string }>,

  donation_confirmed: {
    en: ({ code, gold, ...donation }) => ({
      subject: code ? 'Confirmed, and a code is yours' : 'Your donation is confirmed',
      heading: code ? 'Confirmed,\nand a code is yours' : 'Confirmed,\nthank you',
      paragraphs: [
        line`Hello. Your donation of ${en.gift(donation)} is on the shelf.${gold ? en.towardGold(gold) : ''}`,
      ],
      why: en.whyDonor(donation),
    }),
    fr: ({ code, gold, ...donation }) => ({
      subject: code ? 'Don confirmé\u00a0: voici votre code' : 'Votre don est confirmé',
      heading: code ? 'Don confirmé\u00a0:\nvoici votre code' : 'Don confirmé,\nmerci',
      paragraphs: [
        line`Bonjour. Votre don de ${fr.gift(donation)} est maintenant en magasin.${gold ? fr.towardGold(gold) : ''}`,
      ],
      why: fr.whyDonor(donation),
    }),
    when: { en: 'when a donation is confirmed', fr: 'quand un don est confirmé' },
    parts: ({ code, gold }, context) => ({
      ...(code ? codeTag({ ...code, usesLeft: code.uses }, context) : dashboardButton(context)),
      // Each loop stands for a donation toward Gold. A donor who was a Gold Giver before needs none.
      ...(gold &&
        gold.donations <= gold.of && {
          loops: { closed: gold.donations, total: gold.of, label: context.words.goldLoops(gold) },
        }),
    }),
  } satisfies Kind<ConfirmedContent>,

  donation_rejected: {
    en: ({ reason, ...donation }, { organization: { email } }) => ({
      subject: `About your donation of ${en.weight(donation.weight)}`,
      heading: 'We could not confirm this donation',
      paragraphs: [
        line`Hello. It is about your donation of ${en.gift(donation)}, given on ${en.day(donation.date)}.${reason === null ? '' : ' The volunteer wrote:'}`,
        reason === null ? undefined : line`${bold(reason)}`,
        line`Is that a mistake? Write to ${mailTo(email)}, and somebody looks at it again.`,
      ],
      why: en.whyDonor(donation),
    }),
    fr: ({ reason, ...donation }, { organization: { email } }) => ({
      subject: `À propos de votre don de ${fr.weight(donation.weight)}`,
      heading: 'Nous n’avons pas pu confirmer ce don',
      paragraphs: [
        line`Bonjour. Il s’agit de votre don de ${fr.gift(donation)}, remis le ${fr.day(donation.date)}.${reason === null ? '' : ' Voici la raison donnée\u00a0:'}`,
        reason === null ? undefined : line`${bold(reason)}`,
        line`Est-ce une erreur\u00a0? Écrivez-nous à ${mailTo(email)}, et nous réexaminerons ce don.`,
      ],
      why: fr.whyDonor(donation),
    }),
    when: { en: 'when a donation is rejected', fr: 'quand un don est refusé' },
    parts: (_content, context) => dashboardButton(context),
  } satisfies Kind<DonationContent & { reason: string | null }>,

  donation_measured: {
    en: ({ donorId, date, weight, measured }, { organization: { email } }) => ({
      subject: `Your donation was measured: ${en.weight(measured)}`,
      heading: `Measured:\n${en.weight(measured)}`,
      paragraphs: [
        line`Hello. You gave the weight of your donation of ${en.day(date)} as ${en.weight(weight)}. On our scale it came to ${unbroken(en.weight(measured))}, and that is what counts.`,
        line`Is that a mistake? Write to ${mailTo(email)}.`,
      ],
      why: en.whyDonor({ donorId }),
    }),
    fr: ({ donorId, date, weight, measured }, { organization: { email } }) => ({
      subject: `Votre don a été pesé\u00a0: ${fr.weight(measured)}`,
      heading: `Poids mesuré\u00a0:\n${fr.weight(measured)}`,
      paragraphs: [
        line`Bonjour. Pour votre don du ${fr.day(date)}, vous aviez indiqué ${fr.weight(weight)}. Sur notre balance, il pèse ${unbroken(fr.weight(measured))}, et c’est ce poids qui compte.`,
        line`Est-ce une erreur\u00a0? Écrivez-nous à ${mailTo(email)}.`,
      ],
      why: fr.whyDonor({ donorId }),
    }),
    when: {
      en: 'when a donation weighs otherwise than was said',
      fr: 'quand un don n’a pas le poids indiqué',
    },
    parts: (_content, context) => dashboardButton(context),
  } satisfies Kind<DonationContent & { measured: WeightBand }>,

  code_ending: {
    en: ({ donorId, expiresAt, usesLeft }, { timeZone, writtenAt }) => {
      const when = pluralize(daysUntil(new Date(expiresAt), writtenAt), 'day', 'days');
      return {
        subject: `Your code ends in ${when}`,
        heading: `Your code ends\nin ${when}`,
        paragraphs: [
          line`Hello. There ${usesLeft === 1 ? 'is' : 'are'} still ${bold(en.uses(usesLeft))} on it. The last day is ${en.lastDay(expiresAt, timeZone)}.`,
        ],
        why: en.whyDonor({ donorId }),
      };
    },
    fr: ({ donorId, expiresAt, usesLeft }, { timeZone, writtenAt }) => {
      const days = daysUntil(new Date(expiresAt), writtenAt);
      const when = days < 2 ? `${days}\u00a0jour` : `${days}\u00a0jours`;
      return {
        subject: `Votre code prend fin dans ${when}`,
        heading: `Votre code prend\nfin dans ${when}`,
        paragraphs: [
          line`Bonjour. Il vous reste ${bold(fr.uses(usesLeft))}. Le dernier jour est le ${fr.lastDay(expiresAt, timeZone)}.`,
        ],
        why: fr.whyDonor({ donorId }),
      };
    },
    when: { en: 'when a code is about to end', fr: 'quand un code prend bientôt fin' },
    parts: codeTag,
  } satisfies Kind<UsableCodeContent>,

  code_used: {
    en: ({ donorId, code, store, usesLeft }, { timeZone, writtenAt, organization: { email } }) => ({
      subject: `Your code was used at ${store}`,
      heading: `Used at\n${store}`,
      paragraphs: [
        line`Hello. One use of your code ${unbroken(code)} was taken at ${store} on ${en.instantDay(writtenAt, timeZone)} at ${formatTime(writtenAt, timeZone)}.${usesLeft === 0 ? ' That was its last one.' : ''}`,
        line`Was that somebody else? Write to ${mailTo(email)}.`,
      ],
      why: en.whyDonor({ donorId }),
    }),
    fr: ({ donorId, code, store, usesLeft }, { timeZone, writtenAt, organization: { email } }) => ({
      subject: `Votre code a servi chez ${store}`,
      heading: `Utilisé chez\n${store}`,
      paragraphs: [
        line`Bonjour. Votre code ${unbroken(code)} a été utilisé une fois chez ${store}, le ${fr.dayAndTime(writtenAt, timeZone)}.${usesLeft === 0 ? ' C’était la dernière utilisation.' : ''}`,
        line`Ce n’était pas vous\u00a0? Écrivez-nous à ${mailTo(email)}.`,
      ],
      why: fr.whyDonor({ donorId }),
    }),
    when: { en: 'when a code is used', fr: 'quand un code est utilisé' },
    parts: (content, context) =>
      content.usesLeft > 0 ? codeTag(content, context) : dashboardButton(context),
    countsAgainstLimits: true,
  } satisfies Kind<UsableCodeContent & { store: string }>,

  pickup_scheduled: {
    en: (pickup, { timeZone, organization }) => ({
      subject: `Pickup on ${en.appointment(pickup.scheduledAt, timeZone)}`,
      heading: `Pickup on\n${en.appointment(pickup.scheduledAt, timeZone)}`,
      paragraphs: [
        line`Hello. We come to collect what you give. The time is attached for your calendar.`,
        en.appointmentFacts(pickup, timeZone),
        line`Does this time not suit you? ${en.waysToReach(organization)}`,
      ],
      why: en.whyPickup,
    }),
    fr: (pickup, { timeZone, organization }) => ({
      subject: `Ramassage le ${fr.appointment(pickup.scheduledAt, timeZone)}`,
      heading: `Ramassage le\n${fr.appointment(pickup.scheduledAt, timeZone)}`,
      paragraphs: [
        line`Bonjour. Nous venons chercher ce que vous donnez. Le rendez-vous pour votre agenda est joint à ce courriel.`,
        fr.appointmentFacts(pickup, timeZone),
        line`Ce moment ne vous convient pas\u00a0? ${fr.waysToReach(organization)}`,
      ],
      why: fr.whyPickup,
    }),
    when: { en: 'when a pickup has a time', fr: 'quand un ramassage est fixé' },
    parts: pickupButton,
  } satisfies Kind<AppointmentContent>,

  pickup_moved: {
    en: (pickup, { timeZone, organization }) => ({
      subject: `Pickup moved to ${en.appointment(pickup.scheduledAt, timeZone)}`,
      heading: `Moved to\n${en.appointment(pickup.scheduledAt, timeZone)}`,
      paragraphs: [
        line`Hello. Your pickup has a new time. The attached file updates your calendar.`,
        en.appointmentFacts(pickup, timeZone),
        line`Does this time not suit you? ${en.waysToReach(organization)}`,
      ],
      why: en.whyPickup,
    }),
    fr: (pickup, { timeZone, organization }) => ({
      subject: `Ramassage déplacé au ${fr.appointment(pickup.scheduledAt, timeZone)}`,
      heading: `Déplacé au\n${fr.appointment(pickup.scheduledAt, timeZone)}`,
      paragraphs: [
        line`Bonjour. Votre ramassage est déplacé. Le fichier joint met votre agenda à jour.`,
        fr.appointmentFacts(pickup, timeZone),
        line`Ce moment ne vous convient pas\u00a0? ${fr.waysToReach(organization)}`,
      ],
      why: fr.whyPickup,
    }),
    when: { en: 'when a pickup has another time', fr: 'quand un ramassage change d’heure' },
    parts: pickupButton,
  } satisfies Kind<AppointmentContent>,

  pickup_cancelled: {
    en: ({ scheduledAt }, { timeZone, organization }) => ({
      subject: scheduledAt
        ? `Pickup on ${en.appointment(scheduledAt, timeZone)} cancelled`
        : 'Pickup cancelled',
      heading: 'Pickup cancelled',
      paragraphs: [
        scheduledAt
          ? line`Hello. Nobody comes on ${en.appointment(scheduledAt, timeZone)}. The attached file takes it out of your calendar.`
          : line`Hello. Your request for a pickup was cancelled.`,
        line`Do you have a question? ${en.waysToReach(organization)}`,
      ],
      why: en.whyPickup,
    }),
    fr: ({ scheduledAt }, { timeZone, organization }) => ({
      subject: scheduledAt
        ? `Ramassage du ${fr.appointment(scheduledAt, timeZone)} annulé`
        : 'Ramassage annulé',
      heading: 'Ramassage annulé',
      paragraphs: [
        scheduledAt
          ? line`Bonjour. Personne ne passera le ${fr.appointment(scheduledAt, timeZone)}. Le fichier joint retire le rendez-vous de votre agenda.`
          : line`Bonjour. Votre demande de ramassage a été annulée.`,
        line`Avez-vous une question\u00a0? ${fr.waysToReach(organization)}`,
      ],
      why: fr.whyPickup,
    }),
    when: { en: 'when a pickup is cancelled', fr: 'quand un ramassage est annulé' },
    // `scheduledAt` is null if the pickup had no time.
  } satisfies Kind<PickupContent & { scheduledAt: string | null }>,

  bin_emptied: {
    en: ({ bin }) => ({
      subject: 'We looked after the bin you reported',
      heading: 'Looked after,\nthank you',
      paragraphs: [
        line`Hello. You told us about the bin ${bold(bin)}. It was emptied or put right, and takes donations again.`,
        line`Your address is no longer with the report, so this is the only mail about it.`,
      ],
      why: 'You get this because a bin was reported with this address.',
    }),
    fr: ({ bin }) => ({
      subject: 'Le bac que vous avez signalé est en ordre',
      heading: 'C’est fait,\nmerci',
      paragraphs: [
        line`Bonjour. Vous nous avez signalé un bac (${bold(bin)}). Il a été vidé ou remis en état, et vous pouvez de nouveau y déposer des dons.`,
        line`Votre adresse n’est plus liée au signalement\u00a0: c’est donc le seul courriel à ce sujet.`,
      ],
      why: 'Vous recevez ce courriel parce qu’un bac a été signalé avec cette adresse.',
    }),
    when: {
      en: 'when a bin that was reported is emptied',
      fr: 'quand un bac signalé est vidé',
    },
    // Anyone may report a bin with anyone's address.
    countsAgainstLimits: true,
  } satisfies Kind<{ bin: string }>,

  staff_overflow: englishOnly<StaffContent & { bin: string; reports: number }>({
    en: ({ bin, reports }) => ({
      subject: `Bin reported: ${bin}`,
      heading: `Reported:\n${bin}`,
      paragraphs: [
        line`A visitor reported the bin ${bold(bin)} as full or damaged. It has ${pluralize(reports, 'report', 'reports')} by now.`,
        line`What visitors wrote about it is in the console.`,
      ],
      why: 'You get this because you chose to hear of full bins. At most one mail a bin comes in two hours.',
    }),
    parts: (_content, { links }) => ({ buttons: [{ label: 'Open the alerts', href: links.bins }] }),
    countsAgainstLimits: true,
  }),

  staff_pickup: englishOnly<StaffContent & { pickupId: number; preferredAt: string | null; waiting: number }>(
    {
      en: ({ preferredAt, waiting }, { timeZone }) => ({
        subject: preferredAt
          ? `Pickup asked for: ${en.appointment(preferredAt, timeZone)}`
          : 'Pickup asked for, at any time',
        heading: 'A pickup\nis asked for',
        paragraphs: [
          preferredAt
            ? line`Somebody asked for a pickup on ${bold(formatInstant(new Date(preferredAt), timeZone))}. What and where is in the console.`
            : line`Somebody asked for a pickup and named no time. What and where is in the console.`,
          line`${pluralize(waiting, 'request waits', 'requests wait')} for an answer.`,
        ],
        why: 'You get this because you chose to hear of pickup requests. At most five mails come in an hour.',
      }),
      parts: (_content, { links }) => ({ buttons: [{ label: 'Open the pickups', href: links.pickups }] }),
      countsAgainstLimits: true,
    },
  ),

  staff_daily: englishOnly<StaffContent & DailyContent>({
    en: (content) => {
      const waiting = listWaiting(content);
      return {
        subject: waiting.length > 0 ? `Waiting: ${waiting.join(', ')}` : 'The site needs a look',
        heading: waiting.length > 0 ? 'What waits\nthis morning' : 'The site\nneeds a look',
        paragraphs: [
          ...waiting.map((text) => line`${bold(text)}`),
          ...content.problems.map((problem) => line`The site: ${bold(problem)}`),
        ],
        why: 'You get this because you chose a list at 7 in the morning. It comes only if something waits.',
      };
    },
    parts: (_content, { links }) => ({ buttons: [{ label: 'Open the console', href: links.console }] }),
    // It counts against no limit, because it is sent once a day.
  }),

  sign_in_code: {
    en: (_content, { organization: { name } }) => ({
      subject: 'Your sign-in code',
      heading: 'Your sign-in code',
      paragraphs: [
        line`Type it in where you were asked for it.`,
        line`It was not you? Then do nothing: without the code nobody gets in. Nobody from ${name} ever asks you for it.`,
      ],
      why: 'You get this because somebody asked to sign in with this address.',
    }),
    fr: (_content, { organization: { name } }) => ({
      subject: 'Votre code de connexion',
      heading: 'Votre code\nde connexion',
      paragraphs: [
        line`Entrez-le là où il vous est demandé.`,
        line`Ce n’était pas vous\u00a0? Ne faites rien\u00a0: sans ce code, personne n’entre. Chez ${name}, personne ne vous le demandera jamais.`,
      ],
      why: 'Vous recevez ce courriel parce que quelqu’un a demandé à se connecter avec cette adresse.',
    }),
    parts: mailedCodeTag,
    countsAgainstLimits: true,
  } satisfies Kind<SealedCodeContent>,

  email_code: englishOnly<SealedCodeContent>({
    en: (_content, { organization: { name } }) => ({
      subject: 'Your code for My account',
      heading: 'Your code',
      paragraphs: [
        line`Type it in where you gave this address: My account, in the console.`,
        line`It was not you? Then do nothing: without the code, this address gets nothing from the console. Nobody from ${name} ever asks you for it.`,
      ],
      why: 'You get this because somebody of the team gave this address as theirs.',
    }),
    parts: mailedCodeTag,
    countsAgainstLimits: true,
  }),

  newsletter_confirmation: {
    en: (_content, { organization: { name } }) => ({
      subject: `Confirm your subscription to the ${name} newsletter`,
      heading: 'One press,\nand you are subscribed',
      paragraphs: [
        line`Somebody asked for the ${name} newsletter at this address. If it was you, confirm the subscription. If not, do nothing, and you will not get it.`,
      ],
      why: 'You get this one mail because this address was given for the newsletter.',
    }),
    fr: (_content, { organization: { name } }) => ({
      subject: `Infolettre ${name}\u00a0: confirmez votre abonnement`,
      heading: 'Plus qu’un clic,\net c’est fait',
      paragraphs: [
        line`Quelqu’un a demandé à recevoir l’infolettre ${name} à cette adresse. Si c’était vous, confirmez l’abonnement. Sinon, ne faites rien, et vous ne la recevrez pas.`,
      ],
      why: 'Vous recevez ce seul courriel parce que cette adresse a été donnée pour l’infolettre.',
    }),
    parts: (_content, { words, secretValues: { confirmUrl } }) =>
      confirmUrl ? { buttons: [{ label: words.labels.confirmNewsletter, href: confirmUrl }] } : {},
    countsAgainstLimits: true,
  } satisfies Kind<{ subscriberId: number }>,

  test: {
    en: ({ sentBy }, { organization: { name } }) => ({
      subject: `Mail from ${name} works`,
      heading: 'Mail works',
      paragraphs: [
        sentBy === null
          ? line`This was sent from the command line to see whether mail arrives. It does.`
          : line`${sentBy} sent this to see whether mail arrives. It does.`,
      ],
      why: 'You get this because somebody who runs the site sent it to this address.',
    }),
    fr: ({ sentBy }, { organization: { name } }) => ({
      subject: `${name}\u00a0: l’envoi de courriels fonctionne`,
      heading: 'L’envoi\nfonctionne',
      paragraphs: [
        sentBy === null
          ? line`Ce message est parti de la ligne de commande, pour vérifier que les courriels arrivent. C’est le cas.`
          : line`${sentBy} a envoyé ce message pour vérifier que les courriels arrivent. C’est le cas.`,
      ],
      why: 'Vous recevez ce courriel parce qu’une personne qui gère le site l’a envoyé à cette adresse.',
    }),
    // `sentBy` is an admin's name, or null for a command on the site's machine.
  } satisfies Kind<{ sentBy: string | null }>,
} satisfies Record<MailKind, Kind<never>>;

/** Typed as `Kind<never>`, because only `queueMail` ensures that a row's content has the type of its kind. */
export function kindOf(kind: MailKind): Kind<never> {
  return kinds[kind];
}

/** A kind of mail to staff, which is in English only. */
function englishOnly<Content>(kind: Omit<Kind<Content>, 'fr'>): Kind<Content> {
  return { ...kind, fr: kind.en };
}

function listWaiting({ donations, bins, overdueBins, pickups }: DailyContent): string[] {
  return [
    donations > 0 && pluralize(donations, 'donation to confirm', 'donations to confirm'),
    bins > 0 && pluralize(bins, 'reported bin', 'reported bins'),
    overdueBins > 0 && pluralize(overdueBins, 'overdue bin', 'overdue bins'),
    pickups > 0 && pluralize(pickups, 'pickup request', 'pickup requests'),
  ].filter((text) => text !== false);
}

function pluralize(count: number, singular: string, plural: string): string {
  return `${count} ${count === 1 ? singular : plural}`;
}

function mailedCodeTag(
  _content: unknown,
  { words, secretValues: { signInCode = '••••••' } }: Context,
): Parts {
  return { tag: { code: signInCode, openLoops: 0, terms: words.signInCodeTerms, hint: null } };
}

function dashboardButton({ words, links }: Context): Parts {
  return { buttons: [{ label: words.labels.openDashboard, href: links.dashboard }] };
}

function pickupButton(_content: unknown, { words, secretValues: { pickupUrl } }: Context): Parts {
  return pickupUrl ? { buttons: [{ label: words.labels.openPickup, href: pickupUrl }] } : {};
}

/** A tag shows a loop for each use left. More of them do not fit in one row with the text. */
const MAX_LOOPS = 4;

function codeTag(
  { code, usesLeft, expiresAt }: Omit<UsableCodeContent, 'donorId'>,
  { words, timeZone, links }: Context,
): Parts {
  return {
    tag: {
      code,
      openLoops: usesLeft <= MAX_LOOPS ? usesLeft : 0,
      terms: words.codeTerms(usesLeft, expiresAt, timeZone),
      hint: words.codeHint,
    },
    buttons: [
      { label: words.labels.openDashboard, href: links.dashboard },
      { label: words.labels.whereToUse, href: links.discounts },
    ],
  };
}
