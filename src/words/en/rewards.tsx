// What donations earn, and what of the community’s goal is reached.
import type { ReactNode } from 'react';
import type { Day } from '#shared/dates.ts';
import { formatKilograms, formatMonth } from './formats.ts';

// The reward tiers, as people read them.
type Tier = 'Gold Giver' | 'Green Giver';

export const tierNames: Readonly<Record<Tier, string>> = {
  'Gold Giver': 'Gold Giver',
  'Green Giver': 'Green Giver',
};

/** What a donor must give for each tier. */
export const tierRules: Readonly<Record<Tier, string>> = {
  'Gold Giver': 'Six or more donations of at least 2.5 kg each in a calendar year.',
  'Green Giver': 'Monthly donations of any weight that do not qualify for Gold.',
};

interface CodeTerms {
  usesPerCode: number;
  daysValid: number;
}

/** How often and how long a new code is good, as a sentence. */
export function termsSentence({ usesPerCode, daysValid }: CodeTerms): string {
  const times = ['never', 'once', 'twice'][usesPerCode] ?? `${usesPerCode} times`;
  return `Each code can be used ${times} within ${dayCount(daysValid)}.`;
}

/** The same as on a tag. */
export function termsLabel({ usesPerCode, daysValid }: CodeTerms): string {
  return `${usesPerCode === 1 ? '1 use' : `${usesPerCode} uses`}, ${dayCount(daysValid)}`;
}

function dayCount(count: number): string {
  return count === 1 ? '1 day' : `${count} days`;
}

/** What several pages tell donors of their donations. */
export const donations = {
  /** In place of the bin, if a donation names none. */
  noBin: 'No bin',

  /** How far toward Gold: `4 of 6, 1 waiting`. */
  goldSoFar: (closed: number, of: number, waiting: number) =>
    `${closed} of ${of}${waiting > 0 ? `, ${waiting} waiting` : ''}`,
};

/** The community's month. */
export const goalSlab = {
  communityGoal: 'Community goal',
  reached: 'Goal reached',
  percentOfGoal: (percent: number) => `${percent} percent of the goal`,
  percentFigure: (percent: number) => `${percent}%`,

  /** How much of these kilograms was weighed. */
  weighed: (percent: number) => `${percent}% weighed by us.`,

  /** @param monthName null for the present one. */
  kilogramsOfGoal: (
    kilograms: number,
    goalKilograms: number,
    monthName: string | null,
    strong: (text: string) => ReactNode,
  ) => (
    <>
      {strong(`${formatKilograms(kilograms)} kg`)} of {formatKilograms(goalKilograms, 0)} kg{' '}
      {monthName === null ? 'this month' : `in ${monthName}`}
    </>
  ),
};

/** The community's month, seen through the shop window. */
export const monthGoal = {
  goalAhead: (goalKilograms: number) => `At ${formatKilograms(goalKilograms, 0)} kg a month the loop closes.`,

  soFar: (today: Day, percent: number, goalKilograms: number) =>
    `${formatMonth(today)} so far: ${percent}% of the community goal. At ${formatKilograms(goalKilograms, 0)} kg the loop closes.`,

  reached: (today: Day, percent: number, kilograms: number, strong: (text: string) => ReactNode) => (
    <>
      {strong(`${formatMonth(today)} is closed.`)}
      {formatKilograms(kilograms)} kg, {percent}% of the goal. What you give now still earns.
    </>
  ),

  /** The picture's name while nobody knows the kilograms. */
  goalOnly: (goalKilograms: number) =>
    `Community goal: ${formatKilograms(goalKilograms, 0)} kilograms a month`,

  /** The picture's name. */
  goalMet: (kilograms: number, goalKilograms: number, percent: number) =>
    `Community goal${kilograms >= goalKilograms ? ' reached' : ''}: ${formatKilograms(kilograms)} of ${formatKilograms(goalKilograms, 0)} kilograms this month, ${percent} percent`,

  /** Under the kilograms in the picture. */
  ofGoal: (goalKilograms: number) => `of ${formatKilograms(goalKilograms, 0)} kg`,
};

/** The stores that take reward codes, and what a code saves there. */
export const discounts = {
  description:
    'The thrift stores that take ReRound reward codes, what each code saves there, and how the reward tiers work.',
  heading: 'Partner discounts',

  /** Before how often and how long a code is good. */
  lead: 'Show a reward code at the till of one of these stores.',
  tiers: 'Reward Tiers',
  /** In the place of a signed-in donor's best code. */
  noCode: 'You have no code to show now. Each donation that is confirmed brings one, and it stands here.',

  stores: 'Partner stores',
  loading: 'Loading partner discounts…',
  failed: 'Failed to load partner discounts. Please try again later.',
  none: 'No partner stores yet.',
  noneText: 'Once a store joins, what a code saves there appears here.',

  logDonation: 'Log a Donation',
  checkStatus: 'Check Your Status',

  /** Where a store has not said what it takes off. */
  askAtTill: 'Ask at the till.',
  details: 'Discount Details',
  partner: 'Partner',
  address: 'Address',
  hours: 'Hours',
  noWebsite: 'No website',
  visitWebsite: 'Visit Website',

  /** Goes on after `visitWebsite` for screen readers. */
  whoseWebsite: (store: string) => ` of ${store}, in a new tab`,
};

/** The code that a donor does best to use first, where stores are looked for. */
export const bestCode = {
  heading: 'Your best code',
  endsFirst: 'It ends first, so use it first. ',
  atTheTill: 'Show it at any of these tills, then the clerk enters the store’s PIN.',
  allCodes: 'All your codes',
};

/** A reward code on its tag. */
export const rewardTags = {
  copyCode: 'Copy code',
  print: 'Print',
  showLarge: 'Show large',
  showCodeLarge: (code: string) => `Show large ${code}`,
  usesLeft: (left: number, of: number) => `${left} of ${of} uses left`,
  daysLeft: (days: number) => (days === 1 ? 'Last day' : `${days} days left`),
  until: (day: string) => `until ${day}`,
  givenBackOn: (day: string) => `A use was given back on ${day}`,
};
