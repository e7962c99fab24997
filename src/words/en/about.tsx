// Who runs the site, on the landing page.
import type { ReactNode } from 'react';

/** In two lines. */
export const headingLines = ['Run by students,', 'for Manitoba'] as const;
export const lead =
  'ReRound is a student-led nonprofit. We collect household items that still have years in them, put them right, and sell them on, so that less is thrown out and more people can furnish a first home.';
export const keptGoing = (isRegisteredNonprofit: boolean) =>
  `${isRegisteredNonprofit ? 'We are a registered nonprofit, kept' : 'We are kept'} going by volunteers who sort, mend and price after class.`;

export const who = 'Who we are';
export const whoWeAre = (isRegisteredNonprofit: boolean) =>
  `Student-led, ${isRegisteredNonprofit ? 'registered ' : ''}nonprofit`;
export const where = 'Where';
export const write = 'Write to us';
export const callUs = 'Call us';
export const visit = 'Visit';
export const pickup = 'Free pickup';
export const requestPickup = (link: (text: string) => ReactNode) => (
  <>{link('Request one')}, we reply in 1-2 business days</>
);
