// Pickups.
import type { ReactNode } from 'react';

/** The page that asks for a pickup. */
export const pickupRequest = {
  description:
    'Ask ReRound to collect household things from your home in Manitoba, free of charge. We contact you within 1-2 business days.',
  heading: 'Request a free pickup',
  lead: 'Too much for a drop bin? Tell us what you have, and we come for it.',

  whatIsNext: 'What happens next',
  whatIsNextText: 'We contact you within 1-2 business days to settle a day and a time. The pickup is free.',
  notSure: (link: (text: string) => ReactNode) => <>Not sure that we take it? {link('See the guide')}.</>,

  name: 'Name',
  phone: 'Phone',
  email: 'Email',
  phoneOrEmail: 'One of the two is enough for us to settle a time with you.',
  address: 'Address',
  addressHint: 'Where we come to: street, unit and town.',
  items: 'Items',
  itemsHint: 'What it is and about how much: two boxes of dishes, a floor lamp.',
  preferredAt: 'Preferred date and time',
  preferredAtHint: (town: string) => `By the clock of ${town}.`,
  submit: 'Request Pickup',
  submitting: 'Sending…',

  halfOfTime: 'Please choose a date and time',
  noContact:
    'Without a phone number or email we cannot agree on a time. To send it all the same, press Request Pickup again.',
  failed: 'Failed to submit pickup request. Please try again.',
  submitted: 'Pickup Request Submitted',
  submittedToast: "We'll contact you within 1-2 business days to schedule your pickup.",
};

/** What follows a request for a pickup. */
export const pickupSubmitted = {
  title: 'Pickup Request Submitted · ReRound',
  heading: 'Pickup Request Submitted',
  whatIsNext: (whole: (text: string) => ReactNode) => (
    <>We’ll contact you within {whole('1-2')} business days to schedule your pickup.</>
  ),

  name: 'Name',
  phone: 'Phone',
  email: 'Email',
  address: 'Address',
  items: 'Items',
  preferred: 'Preferred',
  cost: 'Cost',
  free: 'Free',

  untilThen: 'Until then, keep sets together and wrap the glass.',
  backToGuide: 'Back to the guide',
  goHome: 'Go home',
};
