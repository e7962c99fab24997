import type { NewsKind } from '#shared/mail.ts';

/** What each kind of news is called, and of what it tells, after "We write to you". */
export const newsNames: Readonly<Record<NewsKind, { label: string; when: string }>> = {
  donation_logged: { label: 'A donation is logged', when: 'when a donation is logged' },
  donation_confirmed: {
    label: 'A donation is confirmed, with its code',
    when: 'when a donation is confirmed',
  },
  donation_rejected: { label: 'A donation is rejected', when: 'when a donation is rejected' },
  donation_measured: {
    label: 'A donation weighs otherwise than you said',
    when: 'when a donation weighs otherwise than was said',
  },
  code_ending: { label: 'A code is about to end', when: 'when a code is about to end' },
  code_used: { label: 'A code is used', when: 'when a code is used' },
  pickup_received: { label: 'A pickup request has come', when: 'when a pickup request has come' },
  pickup_scheduled: { label: 'A pickup has a time', when: 'when a pickup has a time' },
  pickup_moved: { label: 'A pickup has another time', when: 'when a pickup has another time' },
  pickup_cancelled: { label: 'A pickup is cancelled', when: 'when a pickup is cancelled' },
};
