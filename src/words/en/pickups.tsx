import type { ReactNode } from 'react';

/** The names of a request's parts. */
export const pickupParts = {
  name: 'Name',
  phone: 'Phone',
  email: 'Email',
  address: 'Address',
  items: 'Items',
  preferred: 'Preferred',
};

/** The page with the form to request a pickup. */
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
  preferredTime: 'Preferred date and time',
  preferredTimeHint: (town: string) => `By the clock of ${town}.`,

  windowHeading: 'When may we come?',
  windowHint: 'Choose one. We contact you within 1-2 business days to confirm it.',
  thisWeek: 'This week',
  loadingTimes: 'Loading the times…',
  timesFailed: 'Failed to load the times. You can tell us in words, or try again.',
  placesLeft: (count: number) => `${count} left`,
  /** `placesLeft` for screen readers. */
  spokenPlacesLeft: (count: number) => (count === 1 ? '1 place left' : `${count} places left`),
  full: 'Full',
  anotherTime: 'Another time',
  anotherTimeHint: 'tell us in words',
  preferredWords: 'Which time would suit you?',
  preferredWordsHint: 'Such as: weekdays after 5 PM, or any Saturday.',
  missingTime: 'Please choose one of the times, or Another time',

  submit: 'Request Pickup',
  submitting: 'Sending…',

  incompleteTime: 'Please choose a date and time',
  missingContact:
    'Without a phone number or email we cannot agree on a time. To send it all the same, press Request Pickup again.',
  failed: 'Failed to submit pickup request. Please try again.',
  submittedToast: "We'll contact you within 1-2 business days to schedule your pickup.",
};

/** The page after a request was sent. */
export const pickupSubmitted = {
  heading: 'Pickup Request Submitted',
  whatIsNext: (renderUnbroken: (text: string) => ReactNode) => (
    <>We’ll contact you within {renderUnbroken('1-2')} business days to schedule your pickup.</>
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

/** The page of one pickup, which its private link opens. */
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
  cancelText: 'Nobody will come.',
  /** Instead of `cancelText`, if the request has taken one of the times that were offered. */
  cancelTextWithWindow: 'Nobody will come, and your time goes to somebody else.',
  keepPickup: 'Keep it',
  cancelling: 'Cancelling…',
  cancelFailed: 'Failed to cancel the pickup',
  cancelled: 'Pickup cancelled',

  wrongLink: 'This link does not work',
  noPickup: 'There is no pickup here.',
  wrongLinkHint: 'The link may have been cut short, or the pickup was long ago. Please open the whole link.',
  requestPickup: 'Request a pickup',
};
