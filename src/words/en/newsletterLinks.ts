// Where links about the newsletter lead.

export const askToConfirm = (email: string) => ({
  title: 'Subscribe to the newsletter?',
  text: `We will send news and updates to ${email}. You can unsubscribe at any time.`,
  button: 'Yes, subscribe',
});

export const confirmed = (email: string) => ({
  title: 'You are subscribed',
  text: `News and updates go to ${email}. Each has a link to unsubscribe.`,
});

export const notWaiting = {
  title: 'You are not subscribed',
  text: 'This address has left the newsletter since. To get it again, subscribe again on our home page.',
};

export const askToLeave = (email: string) => ({
  title: 'Unsubscribe from the newsletter?',
  text: `We will send no more newsletters to ${email}.`,
  button: 'Unsubscribe',
});

export const unsubscribed = {
  title: 'You are unsubscribed',
  text: 'No more newsletters go to this address. To get it again, subscribe again on our home page.',
};
