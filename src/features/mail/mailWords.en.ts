// Every English sentence of a mail.
import { dayOf, daysUntil } from '#shared/dates.ts';
import {
  formatDay,
  formatInstant,
  formatInstantDay,
  formatLastDay,
  formatShortDay,
  formatTime,
} from '#words/dates.ts';
import { partTitles } from '#shared/health.ts';
import type { Organization } from '#shared/organization.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import type { WeightBand } from '#shared/weights.ts';
import type { MailContents } from './mailContents.ts';
import { type Line, type MailWords, writeTo } from './mailWords.ts';

export const english: MailWords = {
  language: 'en-CA',
  day: formatInstantDay,
  instant: formatInstant,
  labelled: (name, told) => `${name}: ${told}`,
  sentences: {
    donation_logged: (donation) => ({
      subject: 'Donation logged, thank you',
      heading: 'Logged,\nthank you',
      paragraphs: [
        [`Hello. We noted your donation of `, ...gift(donation), `, given on ${formatDay(donation.date)}.`],
        ['A volunteer looks at it next. Once it is confirmed, a reward code is yours.'],
      ],
      why: noted(donation),
    }),
    donation_confirmed: (donation) => ({
      subject: donation.code ? 'Confirmed, and a code is yours' : 'Your donation is confirmed',
      heading: donation.code ? 'Confirmed,\nand a code is yours' : 'Confirmed,\nthank you',
      paragraphs: [
        [`Hello. Your donation of `, ...gift(donation), ' is on the shelf.', ...towardGold(donation.gold)],
      ],
      why: noted(donation),
    }),
    donation_rejected: (donation, { organization }) => ({
      subject: `About your donation of ${weightWords(donation.weight)}`,
      heading: 'We could not confirm this donation',
      paragraphs: [
        [
          `Hello. It is about your donation of `,
          ...gift(donation),
          `, given on ${formatDay(donation.date)}.${donation.reason === null ? '' : ' The volunteer wrote:'}`,
        ],
        ...(donation.reason === null ? [] : [[{ bold: donation.reason }]]),
        ['Is that a mistake? Write to ', writeTo(organization), ', and somebody looks at it again.'],
      ],
      why: noted(donation),
    }),
    donation_measured: (donation, { organization }) => ({
      subject: `Your donation was measured: ${weightWords(donation.measured)}`,
      heading: `Measured:\n${weightWords(donation.measured)}`,
      paragraphs: [
        [
          `Hello. You gave the weight of your donation of ${formatDay(donation.date)} as ${weightWords(donation.weight)}. On our scale it came to `,
          { unbroken: weightWords(donation.measured) },
          ', and that is what counts.',
        ],
        ['Is that a mistake? Write to ', writeTo(organization), '.'],
      ],
      why: noted(donation),
    }),
    code_ending: (code, { timeZone, writtenAt }) => {
      const days = daysUntil(new Date(code.expiresAt), writtenAt);
      const when = days === 1 ? '1 day' : `${days} days`;
      return {
        subject: `Your code ends in ${when}`,
        heading: `Your code ends\nin ${when}`,
        paragraphs: [
          [
            `Hello. There ${code.usesLeft === 1 ? 'is' : 'are'} still `,
            { bold: uses(code.usesLeft) },
            ` on it. The last day is ${lastDay(code.expiresAt, timeZone)}.`,
          ],
        ],
        why: noted(code),
      };
    },
    code_used: (code, { timeZone, writtenAt, organization }) => ({
      subject: `Your code was used at ${code.store}`,
      heading: `Used at\n${code.store}`,
      paragraphs: [
        [
          `Hello. One use of your code `,
          { unbroken: code.code },
          ` was taken at ${code.store} on ${formatInstantDay(writtenAt, timeZone)} at ${formatTime(writtenAt, timeZone)}.`,
          code.usesLeft === 0 ? ' That was its last one.' : '',
        ],
        ['Was that somebody else? Write to ', writeTo(organization), '.'],
      ],
      why: noted(code),
    }),
    pickup_scheduled: (pickup, { timeZone, organization }) => ({
      subject: `Pickup on ${appointment(pickup.scheduledAt, timeZone)}`,
      heading: `Pickup on\n${appointment(pickup.scheduledAt, timeZone)}`,
      paragraphs: [
        [`Hello. We come to collect what you give. The time is attached for your calendar.`],
        doesNotSuit(organization),
      ],
      why: askedForPickup,
    }),
    pickup_moved: (pickup, { timeZone, organization }) => ({
      subject: `Pickup moved to ${appointment(pickup.scheduledAt, timeZone)}`,
      heading: `Moved to\n${appointment(pickup.scheduledAt, timeZone)}`,
      paragraphs: [
        [`Hello. Your pickup has a new time. The attached file updates your calendar.`],
        doesNotSuit(organization),
      ],
      why: askedForPickup,
    }),
    pickup_cancelled: (pickup, { timeZone, organization }) => ({
      subject: pickup.scheduledAt
        ? `Pickup on ${appointment(pickup.scheduledAt, timeZone)} cancelled`
        : 'Pickup cancelled',
      heading: 'Pickup cancelled',
      paragraphs: [
        [
          `Hello. `,
          pickup.scheduledAt
            ? `Nobody comes on ${appointment(pickup.scheduledAt, timeZone)}. The attached file takes it out of your calendar.`
            : 'Your request for a pickup was cancelled.',
        ],
        ['Do you have a question? ', ...waysToReach(organization)],
      ],
      why: askedForPickup,
    }),
    health_red: ({ checks }, { organization }) => ({
      subject: `${organization.name} needs you: ${listed(checks)}`,
      heading:
        checks.length === 1
          ? 'One part of the site\nneeds you'
          : `${checks.length} parts of the site\nneed you`,
      paragraphs: [
        ...checks.map(({ name, sentence }): Line => [{ bold: `${partTitles[name]}.` }, ` ${sentence}`]),
        [
          checks.length === 1
            ? 'The runbook has more on it. Once it is well again you get one more mail, and none in between.'
            : 'The runbook has more on each. Once one of them is well again you get one more mail about it, and none in between.',
        ],
      ],
      why: ofOperator(organization),
    }),
    health_green: ({ checks }, { organization }) => ({
      subject: `${organization.name}, well again: ${listed(checks)}`,
      heading: 'Well again',
      paragraphs: checks.map(({ name, sentence }): Line => [
        { bold: `${partTitles[name]}.` },
        ` ${sentence}`,
      ]),
      why: ofOperator(organization),
    }),
    sign_in_code: (_contents, { organization }) => ({
      subject: 'Your sign-in code',
      heading: 'Your sign-in code',
      paragraphs: [
        ['Type it in where you were asked for it.'],
        [
          `It was not you? Then do nothing: without the code nobody gets in. Nobody from ${organization.name} ever asks you for it.`,
        ],
      ],
      why: 'You get this because somebody asked to sign in with this address.',
    }),
    newsletter_confirmation: (_contents, { organization }) => ({
      subject: `Confirm your subscription to the ${organization.name} newsletter`,
      heading: 'One press,\nand you are subscribed',
      paragraphs: [
        [
          `Somebody asked for the ${organization.name} newsletter at this address. If it was you, confirm the subscription. If not, do nothing, and you will not get it.`,
        ],
      ],
      why: 'You get this one mail because this address was given for the newsletter.',
    }),
    test: ({ sentBy }, { organization }) => ({
      subject: `Mail from ${organization.name} works`,
      heading: 'Mail works',
      paragraphs: [
        [
          sentBy === null
            ? 'This was sent from the command line to see whether mail arrives. It does.'
            : `${sentBy} sent this to see whether mail arrives. It does.`,
        ],
      ],
      why: 'You get this because somebody who runs the site sent it to this address.',
    }),
  },
  goldLoops: ({ donations, of }) => `Toward Gold Giver: ${Math.min(donations, of)} of ${of}`,
  codeTerms: (usesLeft, expiresAt, timeZone) =>
    `${uses(usesLeft)}, until ${formatLastDay(expiresAt, timeZone)}`,
  codeUse: 'Read it out at the till. The QR is on your dashboard.',
  signInCodeTerms: 'Good once, for 10 minutes.',
  hiddenCode: '••••••',
  pickupEntry: (organization) => `Pickup by ${organization.name}`,
  labels: {
    when: 'When',
    where: 'Where',
    what: 'What',
    openDashboard: 'Open your dashboard',
    whereToUse: 'Where to use it',
    confirmLetters: 'Yes, subscribe me',
    openSettings: 'Open Health in the console',
  },
  stop: ({ off, dashboard }) => {
    const switchOff: Line = off
      ? [{ link: 'Switch this kind of mail off', href: off }, ', without a sign-in']
      : [];
    const choose: Line = dashboard
      ? [
          { link: off ? 'choose what you hear' : 'Choose what you hear', href: dashboard },
          ' on your dashboard',
        ]
      : [];
    if (!off && !dashboard) return [];
    return [...switchOff, off && dashboard ? ', or ' : '', ...choose, '.'];
  },
};

function listed(checks: MailContents['health_red']['checks']): string {
  return checks.map(({ name }) => partTitles[name]).join(', ');
}

function ofOperator({ name }: Pick<Organization, 'name'>): string {
  return `You get this because the site of ${name} reports its faults to its own address.`;
}

const askedForPickup = 'You get this because a pickup was asked for with this address.';

function noted({ donorId }: Pick<MailContents['code_used'], 'donorId'>): string {
  return `You get this because this address is noted for donor ID ${donorId}.`;
}

/** Of what weight, and from where. */
function gift({ weight, bin }: MailContents['donation_logged']): Line {
  return [{ unbroken: weightWords(weight) }, bin ? ` from ${bin}` : ''];
}

function weightWords(band: WeightBand): string {
  return band === '0-1kg' ? 'less than 1kg' : band;
}

const ordinals = ['', 'first', 'second', 'third', 'fourth', 'fifth'];
const numbers = ['', 'one', 'two', 'three', 'four', 'five'];

function towardGold(gold: MailContents['donation_confirmed']['gold']): Line {
  if (!gold) return [];
  const missing = gold.of - gold.donations;
  if (missing < 0) return [' You are a Gold Giver this year.'];
  if (missing === 0) return [' With it ', { bold: 'you are a Gold Giver this year' }, '.'];
  const [which, more] = [ordinals[gold.donations] ?? `number ${gold.donations}`, numbers[missing] ?? missing];
  return [` It is your ${which} that counts toward Gold Giver: `, { bold: `${more} more this year` }, '.'];
}

function uses(count: number): string {
  return count === 1 ? '1 use' : `${count} uses`;
}

function lastDay(expiresAt: string, timeZone: TimeZone): string {
  return formatLastDay(new Date(expiresAt), timeZone);
}

/** `Nov 24, 2 PM`. */
function appointment(scheduledAt: string, timeZone: TimeZone): string {
  const instant = new Date(scheduledAt);
  return `${formatShortDay(dayOf(instant, timeZone))}, ${formatTime(instant, timeZone).replace(':00', '')}`;
}

function doesNotSuit(organization: Organization): Line {
  return ['Does this time not suit you? ', ...waysToReach(organization)];
}

function waysToReach(organization: Organization): Line {
  const { phone } = organization;
  return ['Write to ', writeTo(organization), phone ? ` or call ${phone}.` : '.'];
}
