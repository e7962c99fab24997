// Pickups.
import type { ReactNode } from 'react';

/** The parts of a request, in the form and wherever it is shown. */
export const pickupParts = {
  name: 'Name',
  phone: 'Phone',
  email: 'Email',
  address: 'Address',
  items: 'Items',
  preferred: 'Preferred',
};

/** The page that asks for a pickup. */
export const pickupRequest = {
  description:
    'Ask ReRound to collect household things from your home in Manitoba, free of charge. We contact you within 1-2 business days.',
  heading: 'Request a free pickup',
  lead: 'Too much for a drop bin? Tell us what you have, and we come for it.',

  whatIsNext: 'What happens next',
  whatIsNextText: 'We contact you within 1-2 business days to settle a day and a time. The pickup is free.',
  notSure: (link: (text: string) => ReactNode) => <>Not sure that we take it? {link('See the guide')}.</>,

  phoneOrEmail: 'One of the two is enough for us to settle a time with you.',
  addressHint: 'Where we come to: street, unit and town.',
  itemsHint: 'What it is and about how much: two boxes of dishes, a floor lamp.',
  preferredAt: 'Preferred date and time',
  preferredAtHint: (town: string) => `By the clock of ${town}.`,

  when: 'When may we come?',
  whenText: 'Choose one. We contact you within 1-2 business days to confirm it.',
  thisWeek: 'This week',
  loadingTimes: 'Loading the times…',
  timesFailed: 'Failed to load the times. You can tell us in words, or try again.',
  left: (count: number) => `${count} left`,
  /** The same for screen readers. */
  leftHeard: (count: number) => (count === 1 ? '1 place left' : `${count} places left`),
  full: 'Full',
  anotherTime: 'Another time',
  inWords: 'tell us in words',
  preferredWords: 'Which time would suit you?',
  preferredWordsHint: 'Such as: weekdays after 5 PM, or any Saturday.',
  chooseTime: 'Please choose one of the times, or Another time',

  submit: 'Request Pickup',
  submitting: 'Sending…',

  halfOfTime: 'Please choose a date and time',
  noContact:
    'Without a phone number or email we cannot agree on a time. To send it all the same, press Request Pickup again.',
  failed: 'Failed to submit pickup request. Please try again.',
  submittedToast: "We'll contact you within 1-2 business days to schedule your pickup.",
};

/** What follows a request for a pickup. */
export const pickupSubmitted = {
  heading: 'Pickup Request Submitted',
  whatIsNext: (whole: (text: string) => ReactNode) => (
    <>We’ll contact you within {whole('1-2')} business days to schedule your pickup.</>
  ),
  cost: 'Cost',
  free: 'Free',

  link: 'Your private link',
  linkText: 'It shows what we agreed, and cancels the pickup. Keep it: whoever has it can use it.',
  openLink: 'See your pickup',
  copyLink: 'Copy the link',

  untilThen: 'Until then, keep sets together and wrap the glass.',
  backToGuide: 'Back to the guide',
  goHome: 'Go home',
};

/** What was agreed about a pickup, by its private link. */
export const linkedPickup = {
  /** The heading while the pickup loads. */
  heading: 'Your pickup',
  headings: {
    pending: 'We have your request',
    scheduled: 'We come to you',
    completed: 'Your pickup is done',
    cancelled: 'Your pickup is cancelled',
  },
  whatIsNext: {
    pending: 'We contact you within 1-2 business days to settle a day and a time.',
    scheduled: 'Keep sets together and wrap the glass.',
    completed: 'Thank you. Your things are on their way back onto a shelf.',
    cancelled: 'Nobody will come.',
  },
  failed: 'Failed to load your pickup',

  scheduled: 'We come',
  anyTime: 'Any time',
  requested: 'Requested',

  questions: (email: ReactNode, phone: ReactNode) => (
    <>
      Does something not suit you? Write to {email}
      {phone && <> or call {phone}</>}.
    </>
  ),

  cancel: 'Cancel pickup',
  cancelTitle: 'Cancel this pickup?',
  cancelText: 'Nobody will come, and your time goes to somebody else.',
  keep: 'Keep it',
  cancelling: 'Cancelling…',
  cancelFailed: 'Failed to cancel the pickup',
  cancelled: 'Pickup cancelled',

  wrongLink: 'This link does not work',
  notHere: 'There is no pickup here.',
  openWhole: 'The link may have been cut short, or the pickup was long ago. Please open the whole link.',
  askAgain: 'Request a pickup',
};
