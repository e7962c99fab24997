// What a browser without a connection shows for a page that it has not seen.

export const description = 'There is no connection just now.';
export const heading = 'You are offline';
export const text =
  'This page is not kept on this device, so it needs a connection. Public pages that you have opened before, such as logging a donation, open without one.';
export const tryAgain = 'Try again';
export const logDonation = 'Log Donation';
