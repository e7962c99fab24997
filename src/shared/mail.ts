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
const pickupNews = ['pickup_scheduled', 'pickup_moved', 'pickup_cancelled'] as const;

/** What whoever reported a bin is told of, to the address in the report. It can be switched off. */
const binNews = ['bin_emptied'] as const;

/** What goes to an address that is no donor's. */
export const addressNews = [...pickupNews, ...binNews] as const;

export const news = [...donorNews, ...addressNews] as const;

export type DonorNewsKind = (typeof donorNews)[number];

export type PickupNewsKind = (typeof pickupNews)[number];

export type AddressNewsKind = (typeof addressNews)[number];

export type NewsKind = DonorNewsKind | AddressNewsKind;

/** What admins and volunteers choose in My account. In English alone, as the console is. */
const staffMail = ['staff_overflow', 'staff_pickup', 'staff_daily'] as const;

export type StaffMailKind = (typeof staffMail)[number];

/** Mail with a code, which is sealed until it is sent and deleted then. */
export const codeMail = ['sign_in_code', 'email_code'] as const;

/** What somebody has just asked for and waits for: it goes first, and nobody switches it off. */
export const awaitedMail = [...codeMail, 'newsletter_confirmation', 'test'] as const;

/** Every mail that the site sends. */
export const mailKinds = [...news, ...staffMail, ...awaitedMail] as const;

export type MailKind = (typeof mailKinds)[number];

export function hasCode(kind: MailKind): boolean {
  return codeMail.some((name) => name === kind);
}

export function isStaffMail(kind: MailKind): kind is StaffMailKind {
  return staffMail.some((name) => name === kind);
}

/** `suppressed` was not sent: its address had been found undeliverable before, or nobody wanted it any more. */
export const mailStatuses = ['waiting', 'sent', 'failed', 'suppressed'] as const;

export type MailStatus = (typeof mailStatuses)[number];
