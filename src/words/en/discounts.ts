// The stores that take reward codes, and what a code saves there.

export const description =
  'The thrift stores that take ReRound reward codes, what each code saves there, and how the reward tiers work.';
export const heading = 'Partner discounts';

/** Before how often and how long a code is good. */
export const lead = 'Show a reward code at the till of one of these stores.';
export const tiers = 'Reward Tiers';

export const stores = 'Partner stores';
export const loading = 'Loading partner discounts…';
export const failed = 'Failed to load partner discounts. Please try again later.';
export const none = 'No partner stores yet.';
export const noneText = 'Once a store joins, what a code saves there appears here.';

export const logDonation = 'Log a Donation';
export const checkStatus = 'Check Your Status';

/** Where a store has not said what it takes off. */
export const askAtTill = 'Ask at the till.';
export const details = 'Discount Details';
export const partner = 'Partner';
export const noWebsite = 'No website';
export const visitWebsite = 'Visit Website';

/** Goes on after `visitWebsite` for screen readers. */
export const whoseWebsite = (store: string) => ` of ${store}, in a new tab`;
