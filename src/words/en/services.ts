// What the organisation does, on the landing page.

export const heading = 'Services';

/** The way of a thing through the house. */
export const stages = ['Collection', 'Sorting', 'Refurbishing', 'Resale'];

export const collection = 'Household Collection';
export const collectionText = 'Drop bins around campus and town, and free pickups for bigger boxes.';
export const processing = 'Eco-Processing';
export const processingText = 'We sort, clean, test and mend. Sets stay together, bulbs get replaced.';
export const store = 'Community Store';
export const storeText = 'What is ready goes back on a shelf at a price a student can pay.';

export const learnMore = 'Learn More';
export const visitStore = 'Visit Store';

/** What a link that reads `Learn More` is about, to screen readers: goes on after it. */
export const aboutService = (service: string) => `: ${service}`;
