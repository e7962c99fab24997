// Which news a donor gets by mail.
import type { NewsKind } from '#shared/mail.ts';

export const heading = 'Mail to you';
export const writtenWhen = 'We write to you when';
export const pickups = 'Pickups you ask for';
export const noAddress = 'No email of yours is noted yet, so nothing comes by mail. All news is here.';
export const failed = 'Failed to change this.';

/** What each kind tells. */
export const newsLabels: Readonly<Record<NewsKind, string>> = {
  donation_logged: 'A donation is logged',
  donation_confirmed: 'A donation is confirmed, with its code',
  donation_rejected: 'A donation is rejected',
  donation_measured: 'A donation weighs otherwise than you said',
  code_ending: 'A code is about to end',
  code_used: 'A code is used',
  pickup_scheduled: 'A pickup has a time',
  pickup_moved: 'A pickup has another time',
  pickup_cancelled: 'A pickup is cancelled',
};
