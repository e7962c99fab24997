// The stores that take reward codes, on the landing page.

export const elsewhere =
  'Who takes our reward codes, and what each store gives for them, is on the list of partner discounts.';
export const none = 'No partner stores yet';
export const noneText = 'Each store that takes our reward codes will stand here.';
export const visitWebsite = 'Visit Website';

/** Goes on after `visitWebsite` for screen readers. */
export const whoseWebsite = (store: string) => ` of ${store}, in a new tab`;
