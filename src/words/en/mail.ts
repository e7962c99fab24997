// The newsletter, and the pages that links in mails lead to.

/** The consent to the newsletter: shown beside the form's checkbox, and stored with the address. */
export const newsletterConsent = 'I agree to receive newsletters and updates. I can unsubscribe at any time.';

/** The form that subscribes to the newsletter. */
export const newsletterForm = {
  form: 'Newsletter',
  email: 'Email',
  emailExample: 'you@example.ca',
  firstName: 'First name',
  optional: 'optional',
  subscribe: 'Subscribe',
  subscribing: 'Subscribing...',

  success: 'Success!',
  error: 'Error',
  failed: 'Failed to subscribe to newsletter',
  emailMissing: 'Please enter your email address',
  emailMissingAtField: 'Your email is missing.',
  consentMissing: 'Please agree to receive newsletters and updates',
  consentMissingAtField: 'Please tick this box.',
};

/** The pages of links about the newsletter. */
export const newsletterLinks = {
  askToConfirm: (email: string) => ({
    title: 'Subscribe to the newsletter?',
    text: `We will send news and updates to ${email}. You can unsubscribe at any time.`,
    button: 'Yes, subscribe',
  }),

  confirmed: (email: string) => ({
    title: 'You are subscribed',
    text: `News and updates go to ${email}. Each has a link to unsubscribe.`,
  }),

  notSubscribed: {
    title: 'You are not subscribed',
    text: 'This address has left the newsletter since. To get it again, subscribe again on our home page.',
  },

  askToUnsubscribe: (email: string) => ({
    title: 'Unsubscribe from the newsletter?',
    text: `We will send no more newsletters to ${email}.`,
    button: 'Unsubscribe',
  }),

  unsubscribed: {
    title: 'You are unsubscribed',
    text: 'No more newsletters go to this address. To get it again, subscribe again on our home page.',
  },
};

/** The page of a link that stops one kind of mail. `when` says when that kind is sent. */
export const newsOff = {
  question: (email: string, when: string) => ({
    title: 'Stop these mails?',
    text: `We will not write to ${email} any more ${when}. Other mails still come.`,
    button: 'Stop them',
  }),

  done: (email: string, when: string, isOnDashboard: boolean) => ({
    title: 'Done',
    text: `We will not write to ${email} any more ${when}.${isOnDashboard ? ' You can change this on your dashboard.' : ''}`,
  }),
};

/** The page of the link that makes a browser a till. */
export const tillLink = {
  question: (store: string) => ({
    title: `Make this a till of ${store}?`,
    text: 'Only on the store’s own device. The page to redeem codes then shows what was redeemed here today. Redeeming still takes the PIN.',
    button: 'Make it a till',
  }),

  linkEnded: (hours: number) => ({
    title: 'This link has been used, or has expired',
    text: `Each link makes one till, within ${hours} hours. Please ask the office for another.`,
  }),

  storeInactive: {
    title: 'This store takes no codes at present',
    text: 'It is switched off, and has no tills until it is on again. Please ask the office.',
  },

  broken: {
    title: 'This link does not work',
    text: 'It may have been cut short. Please open the whole of it, or ask the office for another.',
  },
};
