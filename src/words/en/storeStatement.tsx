// A store's own account, for whoever has its link.
import type { ReactNode } from 'react';

/** Until the store's name has come. */
export const heading = 'Statement';
export const lead = 'Reward codes that the store redeemed, month by month';
export const failed = 'Failed to load the statement';

/** @param office how it is reached, as `officeReach` says it. */
export const notYours = (office: string) =>
  `A line is not yours? Press “Not ours” beside it, and the office looks into it. Or ${office}.`;
export const closedForGood = 'A closed month never changes.';
export const checkSeal = (command: ReactNode) => (
  <>To check its seal, save the CSV and run {command}, which prints it.</>
);

export const linkEnded = 'This link has ended';
export const notHere = 'The statement is not here any more.';
export const askAgain =
  'The office may have sent you a newer link, or this one was cut short. Please ask for it once more.';

export const thisLineNotYours = 'Is this line not yours?';
export const sending = 'Sending…';
export const tellingFailed = 'Failed to tell the office';
export const why = 'What makes you think so?';
export const whyHint = 'The office reads it and answers beside the line. Until then the line counts.';
export const officeKnows = 'The office knows';
export const officeKnowsText = 'It looks into the line. Its answer will stand here, beside the line.';
