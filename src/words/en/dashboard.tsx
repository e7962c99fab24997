// A donor's dashboard, and the page that its share link opens.
import type { ReactNode } from 'react';
import type { NewsKind } from '#shared/mail.ts';
import { formatKilograms, formatScale } from './formats.ts';

/** The donor's dashboard without its codes, badges and mail settings. */
export const dashboard = {
  heading: 'Your dashboard',
  greeting: (firstName: string) => `Hello, ${firstName}`,
  loading: 'Loading your dashboard…',
  failed: 'Failed to load dashboard',
  logDonation: 'Log Donation',
  logOut: 'Log out',
  loggingOut: 'Logging out…',
  logOutFailed: 'Failed to log out.',
  download: 'Download what is kept about me',

  total: 'Total',
  confirmed: 'Confirmed',
  pending: 'Pending',

  /** The donor's share of the community's month, in kilograms. */
  ownThisMonth: (confirmedKilograms: number, waitingKilograms: number) => {
    const confirmed = `${formatKilograms(confirmedKilograms)} kg of it is yours so far`;
    const waiting = `${formatKilograms(waitingKilograms)} kg of yours waiting`;
    if (confirmedKilograms > 0) return waitingKilograms > 0 ? `${confirmed}, ${waiting}.` : `${confirmed}.`;
    return waitingKilograms > 0 ? `${waiting}.` : 'Your confirmed donations of this month count here.';
  },

  /** The donor's next step towards the first code. */
  firstCodeStep: (pendingDonations: number) => {
    if (pendingDonations === 0)
      return 'Log a donation. Once an admin has confirmed it, your code appears here.';
    const waiting =
      pendingDonations === 1 ? 'your pending donation' : `your ${pendingDonations} pending donations`;
    return `An admin confirms ${waiting}, usually within two days. Your codes appear here.`;
  },

  recentDonations: 'Recent donations',
  noDonations: 'No donations yet.',
  noDonationsText: 'Bring a bag to a drop bin, then tell us its weight.',

  markOnBag: (mark: string) => `Write ${mark} on your bag`,
  weighed: (kilograms: number) => `weighed ${formatScale(kilograms)} kg`,

  /** @param countsTowardGold null if the measured weight does not change whether the donation counts toward Gold. */
  weightDiffers: (claimed: string, measured: string, countsTowardGold: boolean | null) => {
    const weights = `${claimed} claimed, measured ${measured}`;
    if (countsTowardGold === null) return `${weights}.`;
    return `${weights}: ${countsTowardGold ? 'it counts' : 'it does not count'} toward Gold Giver.`;
  },

  rewardTier: 'Reward tier',
  noTier: 'No tier yet',
  goldLoopsLabel: (confirmed: number, needed: number, waiting: number) =>
    `${confirmed} of ${needed} donations of 2.5 kg or over this year${waiting > 0 ? `, ${waiting} waiting` : ''}`,
  /** How far toward Gold: `4 of 6, 1 waiting`. */
  goldSoFar: (confirmed: number, needed: number, waiting: number) =>
    `${confirmed} of ${needed}${waiting > 0 ? `, ${waiting} waiting` : ''}`,
  howTiersWork: 'How the tiers work',
};

const formatDonations = (count: number) => (count === 1 ? '1 donation' : `${count} donations`);

/** The badges that donors earn. */
export const badges = {
  firstDonor: 'First Donor',
  greenContributor: 'Green Contributor',
  ecoChampion: 'Eco Champion',
  sustainabilityHero: 'Sustainability Hero',
  communityContributor: 'Community Contributor',
  sustainabilityBuilder: 'Sustainability Builder',
  planetProtector: 'Planet Protector',

  heading: 'Badges',
  nextBadge: (name: ReactNode, missing: number) => (
    <>
      Next: {name}, {missing === 1 ? '1 more donation' : `${missing} more donations`}.
    </>
  ),
  allEarned: 'You have earned every badge. Thank you.',
  howToEarn: 'How to earn each',

  earnedWith: (count: number) => `Earned with ${formatDonations(count)}`,
  earned: 'Earned',
  soFar: (count: number, needed: number) => `${count} of ${formatDonations(needed)}`,
};

/** A donor's codes on the dashboard. */
export const rewardCodes = {
  heading: 'Reward codes',
  whereToUse: 'Where to use them',
  noneYet: 'No active rewards yet.',
  withheld: 'Your codes are not shown yet.',
  whyWithheld:
    'We cannot tell yet that this donor ID is yours. An admin looks at the email that you gave; then your codes appear here. If the ID already has an email here, sign in with that email.',

  rewardCode: (code: string) => `Reward code ${code}`,
  moreCodes: 'More codes',
  moreCount: (count: number) => `${count} more`,
  otherCodes: 'Other codes',
  howToUse: 'How to use a code',
  steps: [
    'Show the code, or its QR, at the till of a partner store.',
    'The clerk enters the store’s PIN and takes the saving off.',
  ],

  endedCodes: 'Ended codes',
  /** Follows a code. */
  endedOn: (day: string) => `, ended ${day}`,
};

/** The link by which a donor shows others their totals. */
export const shareLink = {
  heading: 'Share link',
  whatItShows: 'Anyone who has it sees your name and how much you gave. A new link replaces the one before.',
  isOff: 'It is switched off: it leads nowhere.',
  renew: 'New link',
  switchOff: 'Switch off',
  switchOn: 'Switch on',
  switchingOn: 'Switching on…',
  /** Asked before the link stops working for those who have it. */
  questions: {
    new: {
      title: 'Make a new share link?',
      description: 'The current link stops working for everybody who has it. This cannot be undone.',
      confirmLabel: 'Make a new link',
      pendingLabel: 'Making…',
    },
    off: {
      title: 'Switch off your share link?',
      description: 'It leads nowhere until you switch it on again.',
      confirmLabel: 'Switch off',
      pendingLabel: 'Switching off…',
    },
  },
  failed: 'Failed to change the link.',
};

/** The choice of mail that a donor gets. */
export const news = {
  heading: 'Mail to you',
  weWriteWhen: 'We write to you when',
  pickups: 'Pickups you ask for, and bins you report',
  noAddress: 'No email of yours is confirmed yet, so nothing comes by mail. All news is here.',
  failed: 'Failed to change this.',

  /** What each kind of mail is about. */
  newsLabels: {
    donation_logged: 'A donation is logged',
    donation_confirmed: 'A donation is confirmed, with its code',
    donation_rejected: 'A donation is rejected',
    donation_measured: 'A donation weighs more or less than you said',
    code_ending: 'A code is about to end',
    code_used: 'A code is used',
    pickup_scheduled: 'A pickup has a time',
    pickup_moved: 'A pickup has another time',
    pickup_cancelled: 'A pickup is cancelled',
    bin_emptied: 'A bin that you reported is emptied',
  } satisfies Readonly<Record<NewsKind, string>>,
};

/** A donor's totals, for anybody who has the share link. */
export const sharedStatus = {
  heading: 'Donation status',
  loading: 'Loading...',
  totalDonations: 'Total Donations',
  confirmed: 'Confirmed',
  pending: 'Pending',
  pendingNote: 'A pending donation waits for an admin to confirm it.',
  logDonation: 'Log Donation',
  howItWorks: 'How It Works',

  noConnection: 'Network error.',
  notFound: 'Link not found or expired.',
  notFoundText: 'Check that all of it was copied, or ask for it again.',
  goHome: 'Go home',
};
