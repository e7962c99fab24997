/** What donors are told of, to the address that an admin noted or a mailed code proved. Each can be switched off. */
export const donorNews = [
  'donation_logged',
  'donation_confirmed',
  'donation_rejected',
  'donation_measured',
  'code_ending',
  'code_used',
] as const;

/** What whoever asked for a pickup is told of, to the address in the request. Each can be switched off. */
export const pickupNews = ['pickup_scheduled', 'pickup_moved', 'pickup_cancelled'] as const;

export const news = [...donorNews, ...pickupNews] as const;

export type DonorNewsKind = (typeof donorNews)[number];

export type PickupNewsKind = (typeof pickupNews)[number];

export type NewsKind = DonorNewsKind | PickupNewsKind;

/** What somebody has just asked for and waits for: it goes first, and nobody switches it off. */
export const awaitedMail = ['sign_in_code', 'newsletter_confirmation', 'test'] as const;

/** Every mail that the site sends. */
export const mailKinds = [...news, ...awaitedMail] as const;

export type MailKind = (typeof mailKinds)[number];

/** `suppressed` was not sent: its address had been found undeliverable before, or nobody wanted it any more. */
export const mailStatuses = ['waiting', 'sent', 'failed', 'suppressed'] as const;

export type MailStatus = (typeof mailStatuses)[number];
