// What a browser without a connection shows in place of a page.

export const description = 'There is no connection just now.';
export const heading = 'You are offline';
export const text =
  'Pages open once there is a connection. A donation that waits on this device is sent then.';
export const tryAgain = 'Try again';
