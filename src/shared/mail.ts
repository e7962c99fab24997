/** News for donors, to their noted email. Each kind can be switched off. */
export const donorNews = [
  'donation_logged',
  'donation_confirmed',
  'donation_rejected',
  'donation_measured',
  'code_ending',
  'code_used',
] as const;

/** News for people who asked for a pickup. Each kind can be switched off. */
const pickupNews = ['pickup_scheduled', 'pickup_moved', 'pickup_cancelled'] as const;

/** News for people who reported a bin. It can be switched off. */
const binNews = ['bin_emptied'] as const;

/** News to the address in a pickup request or a report. */
export const addressNews = [...pickupNews, ...binNews] as const;

export const news = [...donorNews, ...addressNews] as const;

export type DonorNewsKind = (typeof donorNews)[number];

export type PickupNewsKind = (typeof pickupNews)[number];

export type AddressNewsKind = (typeof addressNews)[number];

export type NewsKind = DonorNewsKind | AddressNewsKind;

/** Mail that admins and volunteers choose in My account. In English only, like the console. */
const staffMail = ['staff_overflow', 'staff_pickup', 'staff_daily'] as const;

export type StaffMailKind = (typeof staffMail)[number];

/** Mail with a code, which is sealed in the outbox and deleted once it is sent. */
export const codeMail = ['sign_in_code', 'email_code'] as const;

/** Mail that somebody waits for: it goes first and cannot be switched off. */
export const awaitedMail = [...codeMail, 'newsletter_confirmation', 'test'] as const;

export const mailKinds = [...news, ...staffMail, ...awaitedMail] as const;

export type MailKind = (typeof mailKinds)[number];

export function hasCode(kind: MailKind): boolean {
  return codeMail.some((name) => name === kind);
}

export function isStaffMail(kind: MailKind): kind is StaffMailKind {
  return staffMail.some((name) => name === kind);
}

/** `suppressed` was not sent: its address is undeliverable, its reader switched it off, or a limit was reached. */
export const mailStatuses = ['waiting', 'sent', 'failed', 'suppressed'] as const;

export type MailStatus = (typeof mailStatuses)[number];
