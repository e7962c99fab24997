// The landing page.
import type { ReactNode } from 'react';

/** The top of the landing page. */
export const landingHero = {
  description:
    'Give household things you no longer use and earn reward codes for partner thrift stores in Manitoba. A student-led nonprofit reuse programme.',

  lead: 'Give the household things you no longer use. We sort, refurbish and resell them in Manitoba, and you earn reward codes for partner thrift stores.',
  logDonation: 'Log Donation',
  howItWorks: 'How It Works',
};

/** The four steps of the landing page. */
export const howItWorks = {
  heading: 'How It Works',
  lead: 'Four turns and an object is back in someone’s kitchen, with a saving for you.',
  steps: [
    { title: 'Donate Items', text: 'Drop clean bric-a-brac in a bin near you, or ask for a free pickup.' },
    { title: 'Log Your Donation', text: 'Scan the bin, then enter your student ID and a weight range.' },
    { title: 'Get Discount Codes', text: 'An admin confirms it. Your codes then appear on your dashboard.' },
    { title: 'Shop & Save', text: 'Show a code at a partner thrift store and the saving is yours.' },
  ],
  logDonation: 'Log Donation',
  whatToGive: 'What can I give?',
};

/** The rewards, on the landing page. */
export const landingRewards = {
  heading: 'What your donations earn',
  exampleCode: 'Reward code, example',

  atTheTill: 'At the till',
  visitStore: '1. Visit a partner store',
  presentCode: '2. Present your code',
  howToPresent: 'On your phone or printed, as text or QR.',
  enterPin: '3. The partner enters its PIN',
  saved: 'PIN entered, code validated, saving yours.',

  viewStores: 'View Partner Stores',
  checkStatus: 'Check Your Status',
};

/** What the organisation does, on the landing page. */
export const services = {
  heading: 'Services',

  /** The stages that a donated item goes through. */
  stages: ['Collection', 'Sorting', 'Refurbishing', 'Resale'],

  collection: 'Household Collection',
  collectionText: 'Drop bins around campus and town, and free pickups for bigger boxes.',
  processing: 'Eco-Processing',
  processingText: 'We sort, clean, test and mend. Sets stay together, bulbs get replaced.',
  store: 'Community Store',
  storeText: 'What is ready goes back on a shelf at a price a student can pay.',

  learnMore: 'Learn More',
  visitStore: 'Visit Store',

  /** Continues `learnMore` and `visitStore` for screen readers. */
  aboutService: (service: string) => `: ${service}`,
};

/** What people have said about ReRound, on the landing page. */
export const testimonials = {
  testimonials: 'Testimonials',
  example: 'Example testimonial',
  quoted: (words: string) => `“${words}”`,
};

/** Who runs the site, on the landing page. */
export const about = {
  /** The two lines of the heading. */
  headingLines: ['Run by students,', 'for Manitoba'] as const,
  lead: 'ReRound is a student-led nonprofit. We collect household items that still have years in them, put them right, and sell them on, so that less is thrown out and more people can furnish a first home.',
  volunteers: (isRegisteredNonprofit: boolean) =>
    `${isRegisteredNonprofit ? 'We are a registered nonprofit, kept' : 'We are kept'} going by volunteers who sort, mend and price after class.`,

  who: 'Who we are',
  whoWeAre: (isRegisteredNonprofit: boolean) =>
    `Student-led, ${isRegisteredNonprofit ? 'registered ' : ''}nonprofit`,
  where: 'Where',
  write: 'Write to us',
  callUs: 'Call us',
  visit: 'Visit',
  pickup: 'Free pickup',
  requestPickup: (link: (text: string) => ReactNode) => (
    <>{link('Request one')}, we reply in 1-2 business days</>
  ),
};

/** Volunteers, things to read and stores, on the landing page. */
export const community = {
  heading: 'Community',
  lead: 'Two hours after class makes a real dent in the sorting table. No experience needed; we show you how.',
  sort: 'Sort and price donations',
  repair: 'Mend lamps, toys and frames',
  drive: 'Drive a pickup round',
  volunteer: 'Become a Volunteer',

  learnToReuse: 'Learn to reuse',
  read: 'Read',
  accepted: 'What counts as bric-a-brac',
  acceptedText: 'The six categories, with examples',
  quality: 'Is it still good?',
  qualityText: 'The five-point quality check',
  notAccepted: 'What we cannot take',
  notAcceptedText: 'And what to ask us about first',

  stores: 'Partner stores',
  viewStores: 'View Partner Stores',
};

/** The stores that take reward codes, on the landing page. */
export const partnerStores = {
  elsewhere:
    'Who takes our reward codes, and what each store gives for them, is on the list of partner discounts.',
  none: 'No partner stores yet',
  noneText: 'Each store that takes our reward codes will stand here.',
  visitWebsite: 'Visit Website',

  /** Continues `visitWebsite` for screen readers. */
  whoseWebsite: (store: string) => ` of ${store}, in a new tab`,
};

/** The last section of the landing page. */
export const landingContact = {
  heading: 'Come by, or write',

  /** The two lines of the newsletter's heading. */
  newsletterLines: ['Letters from the', 'sorting table'] as const,
  newsletterText: 'News, openings and bin locations, now and then.',
  withoutScript: (email: string) =>
    `This form needs JavaScript. Write to ${email} and we put you on the list.`,
};

/** How to reach the organisation. */
export const contactWays = {
  address: 'Address',
  email: 'Email',
  phone: 'Phone',
  hours: 'Hours',

  /** Screen readers read it before each way. */
  label: (name: string) => `${name}: `,
};
