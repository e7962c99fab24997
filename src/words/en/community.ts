// Volunteers, things to read and stores, on the landing page.

export const heading = 'Community';
export const lead =
  'Two hours after class makes a real dent in the sorting table. No experience needed; we show you how.';
export const sort = 'Sort and price donations';
export const mend = 'Mend lamps, toys and frames';
export const drive = 'Drive a pickup round';
export const volunteer = 'Become a Volunteer';

export const learnToReuse = 'Learn to reuse';
export const read = 'Read';
export const accepted = 'What counts as bric-a-brac';
export const acceptedText = 'The six categories, with examples';
export const quality = 'Is it still good?';
export const qualityText = 'The five-point quality check';
export const notAccepted = 'What we cannot take';
export const notAcceptedText = 'And what to ask us about first';

export const stores = 'Partner stores';
export const viewStores = 'View Partner Stores';
