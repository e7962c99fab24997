// The donor's dashboard, but for what it shows of codes, badges and mail.
import { formatKilograms } from './numbers.ts';

export const heading = 'Your dashboard';
export const greeting = (firstName: string) => `Hello, ${firstName}`;
export const loading = 'Loading your dashboard…';
export const failed = 'Failed to load dashboard';
export const logDonation = 'Log Donation';
export const logOut = 'Log out';
export const loggingOut = 'Logging out…';
export const logOutFailed = 'Failed to log out.';
export const download = 'Download what is kept about me';

export const total = 'Total';
export const confirmed = 'Confirmed';
export const pending = 'Pending';

/** What is the donor's own of the community's month, in kilograms. */
export const ownThisMonth = (confirmedKilograms: number, waitingKilograms: number) => {
  const counted = `${formatKilograms(confirmedKilograms)} kg of it is yours so far`;
  const waits = `${formatKilograms(waitingKilograms)} kg of yours waiting`;
  if (confirmedKilograms > 0) return waitingKilograms > 0 ? `${counted}, ${waits}.` : `${counted}.`;
  return waitingKilograms > 0 ? `${waits}.` : 'Your confirmed donations of this month count here.';
};

/** What leads to the first code. */
export const firstCodeStep = (pendingDonations: number) => {
  if (pendingDonations === 0)
    return 'Log a donation. Once an admin has confirmed it, your code appears here.';
  const waiting =
    pendingDonations === 1 ? 'your pending donation' : `your ${pendingDonations} pending donations`;
  return `An admin confirms ${waiting}, usually within two days. Your codes appear here.`;
};

export const recentDonations = 'Recent donations';
export const noDonations = 'No donations yet.';
export const noDonationsText = 'Bring a bag to a drop bin, then tell us its weight.';

/** Of a measured weight other than the claimed one; and whether it counts toward Gold, where that is another thing by it. */
export const measuredOtherwise = (claimed: string, measured: string, countsTowardGold: boolean | null) => {
  const both = `${claimed} claimed, measured ${measured}`;
  if (countsTowardGold === null) return `${both}.`;
  return `${both}: ${countsTowardGold ? 'it counts' : 'it does not count'} toward Gold Giver.`;
};

export const rewardTier = 'Reward tier';
export const noTier = 'No tier yet';
export const goldSoFarThisYear = (closed: number, of: number, waiting: number) =>
  `${closed} of ${of} donations of 2.5 kg or over this year${waiting > 0 ? `, ${waiting} waiting` : ''}`;
export const howTiersWork = 'How the tiers work';
