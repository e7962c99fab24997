// A store's own account, for whoever has its link.
import type { ReactNode } from 'react';

/** Until the store's name has come. */
export const heading = 'Statement';
export const lead = 'Reward codes that the store redeemed, month by month';
export const failed = 'Failed to load the statement';

/** @param email the office's. */
export const notYours = (email: ReactNode) => <>A line is not yours? Write to the office: {email}.</>;
export const closedForGood = 'A closed month never changes.';
export const checkSeal = (command: ReactNode) => (
  <>To check its seal, save the CSV and run {command}, which prints it.</>
);

export const linkEnded = 'This link has ended';
export const notHere = 'The statement is not here any more.';
export const askAgain =
  'The office may have sent you a newer link, or this one was cut short. Please ask for it once more.';
