// The rewards of donations, and the progress toward the community’s goal.
import type { ReactNode } from 'react';
import type { Day } from '#shared/dates.ts';
import { formatKilograms, formatMonth } from './formats.ts';

type Tier = 'Gold Giver' | 'Green Giver';

/** The reward tiers, as people read them. */
export const tierNames: Readonly<Record<Tier, string>> = {
  'Gold Giver': 'Gold Giver',
  'Green Giver': 'Green Giver',
};

/** The donations that each tier requires. */
export const tierRules: Readonly<Record<Tier, string>> = {
  'Gold Giver': 'Six or more donations of at least 2.5 kg each in a calendar year.',
  'Green Giver': 'Monthly donations of any weight that do not qualify for Gold.',
};

interface NewCodeTerms {
  usesPerCode: number;
  daysValid: number;
}

const spelledOut: Readonly<Record<number, string>> = { 1: 'once', 2: 'twice' };

/** How often and how long a new code can be used, as a sentence. */
export function termsSentence({ usesPerCode, daysValid }: NewCodeTerms): string {
  const times = spelledOut[usesPerCode] ?? `${usesPerCode} times`;
  return `Each code can be used ${times} within ${dayCount(daysValid)}.`;
}

/** The same, short enough for a tag. */
export function termsLabel({ usesPerCode, daysValid }: NewCodeTerms): string {
  return `${usesPerCode === 1 ? '1 use' : `${usesPerCode} uses`}, ${dayCount(daysValid)}`;
}

function dayCount(count: number): string {
  return count === 1 ? '1 day' : `${count} days`;
}

/** Texts about donations that several pages share. */
export const donations = {
  /** In place of the bin, if a donation has none. */
  noBin: 'No bin',
};

/** Texts of the slab with a month's progress toward the community's goal. The landing page shows `weighed` too. */
export const communityGoal = {
  heading: 'Community goal',
  reached: 'Goal reached',
  percentOfGoal: (percent: number) => `${percent} percent of the goal`,
  percentFigure: (percent: number) => `${percent}%`,

  /** The share of the kilograms that was weighed. */
  weighed: (percent: number) => `${percent}% weighed by us.`,

  /** @param monthName null until the page is hydrated. */
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

/** Texts of the shop window with the community's monthly goal, and of its caption. */
export const goalFigure = {
  /** The caption until the kilograms are loaded. */
  goalAhead: (goalKilograms: number) => `At ${formatKilograms(goalKilograms, 0)} kg a month the loop closes.`,

  soFar: (today: Day, percent: number, goalKilograms: number) =>
    `${formatMonth(today)} so far: ${percent}% of the community goal. At ${formatKilograms(goalKilograms, 0)} kg the loop closes.`,

  /** @param strongLine renders a text on a line of its own, since no space follows it. */
  reached: (today: Day, percent: number, kilograms: number, strongLine: (text: string) => ReactNode) => (
    <>
      {strongLine(`${formatMonth(today)} is closed.`)}
      {formatKilograms(kilograms)} kg, {percent}% of the goal. What you give now still earns.
    </>
  ),

  /** The picture's label for screen readers until the kilograms are loaded. */
  goalOnly: (goalKilograms: number) =>
    `Community goal: ${formatKilograms(goalKilograms, 0)} kilograms a month`,

  /** The picture's label for screen readers after that. */
  goalProgress: (kilograms: number, goalKilograms: number, percent: number) =>
    `Community goal${kilograms >= goalKilograms ? ' reached' : ''}: ${formatKilograms(kilograms)} of ${formatKilograms(goalKilograms, 0)} kilograms this month, ${percent} percent`,

  /** Under the kilograms in the picture. */
  ofGoal: (goalKilograms: number) => `of ${formatKilograms(goalKilograms, 0)} kg`,
};

/** The stores that take reward codes, and what a code saves there. */
export const discounts = {
  description:
    'The thrift stores that take ReRound reward codes, what each code saves there, and how the reward tiers work.',
  heading: 'Partner discounts',

  /** Shown before `termsSentence`. */
  lead: 'Show a reward code at the till of one of these stores.',
  tiers: 'Reward Tiers',
  /** Shown to a signed-in donor who has no usable code. */
  noCode: 'You have no code to show now. Each confirmed donation brings one, which appears here.',

  stores: 'Partner stores',
  loading: 'Loading partner discounts…',
  failed: 'Failed to load partner discounts. Please try again later.',
  none: 'No partner stores yet.',
  noneText: 'Once a store joins, what a code saves there appears here.',

  logDonation: 'Log a Donation',
  checkStatus: 'Check Your Status',

  /** Shown if a store gives no discount text. */
  askAtTill: 'Ask at the till.',
  details: 'Discount Details',
  partner: 'Partner',
  address: 'Address',
  hours: 'Hours',
  noWebsite: 'No website',
  visitWebsite: 'Visit Website',

  /** Continues `visitWebsite` for screen readers. */
  whoseWebsite: (store: string) => ` of ${store}, in a new tab`,
};

/** The code that a donor should use first, on the page of discounts. */
export const bestCode = {
  heading: 'Your best code',
  endsFirst: 'It ends first, so use it first.',
  atTheTill: 'Show it at any of these tills, then the clerk enters the store’s PIN.',
  allCodes: 'All your codes',
};

/** A reward code on its tag. */
export const rewardTags = {
  copyCode: 'Copy code',
  print: 'Print',
  showLarge: 'Show large',
  showCodeLarge: (code: string) => `Show large ${code}`,
  usesLeft: (left: number, total: number) => `${left} of ${total} uses left`,
  daysLeft: (days: number) => (days === 1 ? 'Last day' : `${days} days left`),
  until: (day: string) => `until ${day}`,
  givenBackOn: (day: string) => `A use was given back on ${day}`,
};
