import type { NewsKind } from '#shared/mail.ts';

/** Of what each kind of news tells, after "We write to you". */
export const newsNames: Readonly<Record<NewsKind, { when: string }>> = {
  donation_logged: { when: 'when a donation is logged' },
  donation_confirmed: { when: 'when a donation is confirmed' },
  donation_rejected: { when: 'when a donation is rejected' },
  donation_measured: { when: 'when a donation weighs otherwise than was said' },
  code_ending: { when: 'when a code is about to end' },
  code_used: { when: 'when a code is used' },
  pickup_received: { when: 'when a pickup request has come' },
  pickup_scheduled: { when: 'when a pickup has a time' },
  pickup_moved: { when: 'when a pickup has another time' },
  pickup_cancelled: { when: 'when a pickup is cancelled' },
};
