// Logging a donation, with a connection or without.
import type { ReactNode } from 'react';
import type { Day } from '#shared/dates.ts';
import type { WeightBand } from '#shared/weights.ts';
import { formatShortDay } from './formats.ts';

type RenderText = (text: string) => ReactNode;

/** The form that logs a donation. */
export const logDonation = {
  heading: 'Log a donation',
  description: 'Log what you gave to ReRound: your student ID, a weight range and the date. No login needed.',
  /** Follows "No connection". */
  offline: '. What you log is kept on this phone, and sent when you are back.',
  goalNote: 'Yours counts once it is confirmed.',

  scanned: 'QR Code Scan Detected',
  dropLocation: (place: ReactNode) => <>Drop location: {place}</>,

  loggingAs: (donorId: ReactNode) => <>Logging as {donorId}</>,
  notYou: 'Not you?',
  studentId: 'Student ID',
  rememberMe: 'Remember me on this device',

  howHeavy: 'How heavy is it?',
  guessIsFine: 'A guess is fine',
  weight: 'Weight range',
  weightHint: 'Your best guess is fine. Qualifying weights count toward Gold Giver.',
  showList: 'Use a list',
  showPictures: 'Use pictures',
  /** Follows a weight for screen readers. */
  qualifying: ' (Qualifying)',
  countsTowardGold: 'Counts toward Gold',
  /** Things that are about as heavy as each weight. */
  examples: {
    '0-1kg': 'About a mug',
    '1-2kg': 'About a teapot',
    '2-3kg': 'Books and a lamp',
    '3kg+': 'A full bag',
  } satisfies Readonly<Record<WeightBand, string>>,

  /** Opens the fields for date and place. Only screen readers get the second part. */
  changeDateAndPlace: (renderHidden: RenderText) => <>Change{renderHidden(' date, drop site and bin')}</>,
  today: (day: Day) => `Today, ${formatShortDay(day)}`,
  noDropSite: 'no drop site',
  date: 'Date',
  daysBack: (days: number) => {
    if (days === 0) return 'Only today.';
    return days === 1 ? 'Today or yesterday.' : `At most ${days} days ago.`;
  },
  dateTooOld: (earliestDay: string) => `Date cannot be before ${earliestDay}`,
  dropSite: 'Drop site',
  dropSiteHint: 'The bin’s name or code, or where else you left it.',
  dropSiteWithListHint: 'Choose a bin from the list, or write where else you left it.',
  binLocation: 'Bin location',
  binLocationHint: 'Where the bin stands.',

  submit: 'Log Donation',
  submitting: 'Logging…',
  studentIdMissing: 'Student ID is required',
  dateMissing: 'Date is required',
  unusualLength: (digits: number) => `Student numbers here have ${digits} digits. Log it anyway?`,
  succeeded: 'Success!',
  failed: 'Failed to log donation',
  noStorage:
    'Failed to log donation. No answer came, and this browser keeps nothing, as some private windows do. Leave this page open, and press Log Donation again when you are back.',
};

/** The screen after a donation was logged. */
export const donationLogged = {
  title: 'Donation logged · ReRound',
  writeMark: (mark: string, renderMark: RenderText) => <>Write {renderMark(mark)} on your bag</>,
  whyMark:
    'Large, with any pen. By it we find your bag and weigh it. No pen? Drop it in all the same: it counts.',

  /** Precedes the weight. A null day means today. */
  loggedOn: (day: string | null) => (day === null ? 'Logged today:' : `Logged for ${day}:`),
  adminConfirms: 'An admin confirms it, usually within two days',
  codesAppear: 'Your codes then appear on your dashboard',

  logAnother: 'Log another',
  viewDashboard: 'View Dashboard',
  home: 'Home',
};

/** Donations that were logged without a connection and wait in this browser. */
export const queuedDonations = {
  waitingNote: (count: number) => `Kept on this phone: ${count} to be sent`,
  refusedNote: (count: number) => `Kept on this phone: ${count} not logged`,

  title: 'Kept on this phone · ReRound',
  heading: 'Kept on this phone',
  allSentHeading: 'All sent',
  waitingLead: (renderStrong: RenderText) => (
    <>
      {renderStrong('It is sent when you are back.')} Drop your things in and go: you need not wait here, and
      it counts once.
    </>
  ),
  refusedLead: 'It was not logged yet: something in it needs another look.',
  allSentLead:
    'Thank you. An admin confirms them, usually within two days. Your codes then appear on your dashboard.',
  whenItIsSent:
    'The mark for your bag comes once the donation is sent: without one, drop the bag in all the same. Leave this page open, and the donation is sent when the connection is back. If you close this page, it is sent when you open ReRound again. A private window forgets it when the window is closed.',
  logAnother: 'Log another',

  states: { waiting: 'Waiting to be sent', refused: 'Not logged', sent: 'Sent' },
  foundNoConnection: (time: string) => `Tried at ${time}: still no connection.`,
  foundSiteBusy: (time: string) => `Tried at ${time}: the site is busy. Another try follows.`,
  /** The donation's date, if it is not the day on which it was logged. */
  forDay: (day: Day) => `for ${formatShortDay(day)}`,
  today: 'today',
  yesterday: 'yesterday',

  doNotSend: 'Do not send',
  correct: 'Mend it',
  tryNow: 'Try now',
  trying: 'Trying…',

  removeFailed: 'It is still kept. Please try again.',
  undoFailed: 'It could not be kept again. Please log it again.',
  notSent: 'Not sent',
  removed: 'It is not kept any more.',
  mayHaveArrived: 'An earlier try may have got through all the same.',
  undo: 'Undo',
};

/** Toasts about queued donations. They name no donor, since others may use this phone. */
export const queueOutcomes = {
  sent: (count: number) => (count === 1 ? 'Kept donation sent' : 'Kept donations sent'),
  sentDescription: (count: number) =>
    count === 1
      ? 'Your donation is logged. An admin confirms it, usually within two days.'
      : `All ${count} are logged. An admin confirms them, usually within two days.`,

  refused: (count: number) =>
    count === 1 ? 'A kept donation was not logged' : 'Kept donations were not logged',
  refusedDescription: (reason: string) => `${reason} Open Log Donation to correct it.`,

  /** Why the browser no longer sends a donation automatically. */
  tooOld: 'It waited for more than two weeks, so it is no longer sent automatically.',
  /** Follows `tooOld` if an earlier try may have reached the site. */
  checkDashboard: 'An earlier try may have got through: look at your dashboard first.',
};
