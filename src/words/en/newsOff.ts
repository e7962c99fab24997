// Where the link of a mail leads that stops others of its kind.
import type { NewsKind } from '#shared/mail.ts';

/** Of what each kind of news tells. */
const when: Readonly<Record<NewsKind, string>> = {
  donation_logged: 'when a donation is logged',
  donation_confirmed: 'when a donation is confirmed',
  donation_rejected: 'when a donation is rejected',
  donation_measured: 'when a donation weighs otherwise than was said',
  code_ending: 'when a code is about to end',
  code_used: 'when a code is used',
  pickup_scheduled: 'when a pickup has a time',
  pickup_moved: 'when a pickup has another time',
  pickup_cancelled: 'when a pickup is cancelled',
};

export const question = (email: string, kind: NewsKind) => ({
  title: 'Stop these mails?',
  text: `We will not write to ${email} any more ${when[kind]}. Other mails still come.`,
  button: 'Stop them',
});

export const done = (email: string, kind: NewsKind, isOnDashboard: boolean) => ({
  title: 'Done',
  text: `We will not write to ${email} any more ${when[kind]}.${isOnDashboard ? ' Your dashboard switches this on again.' : ''}`,
});
