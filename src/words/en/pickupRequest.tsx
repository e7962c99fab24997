// The page that asks for a pickup.
import type { ReactNode } from 'react';

export const description =
  'Ask ReRound to collect household things from your home in Manitoba, free of charge. We contact you within 1-2 business days.';
export const heading = 'Request a free pickup';
export const lead = 'Too much for a drop bin? Tell us what you have, and we come for it.';

export const whatIsNext = 'What happens next';
export const whatIsNextText =
  'We contact you within 1-2 business days to settle a day and a time. The pickup is free.';
export const notSure = (link: (text: string) => ReactNode) => (
  <>Not sure that we take it? {link('See the guide')}.</>
);

export const name = 'Name';
export const phone = 'Phone';
export const email = 'Email';
export const phoneOrEmail = 'One of the two is enough for us to settle a time with you.';
export const address = 'Address';
export const addressHint = 'Where we come to: street, unit and town.';
export const items = 'Items';
export const itemsHint = 'What it is and about how much: two boxes of dishes, a floor lamp.';
export const preferredAt = 'Preferred date and time';
export const preferredAtHint = (town: string) => `By the clock of ${town}.`;
export const submit = 'Request Pickup';
export const submitting = 'Sending…';

export const halfOfTime = 'Please choose a date and time';
export const noContact =
  'Without a phone number or email we cannot agree on a time. To send it all the same, press Request Pickup again.';
export const failed = 'Failed to submit pickup request. Please try again.';
export const submitted = 'Pickup Request Submitted';
export const submittedToast = "We'll contact you within 1-2 business days to schedule your pickup.";
