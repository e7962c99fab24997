// Logging a donation, with a connection or without.
import type { ReactNode } from 'react';
import type { Day } from '#shared/dates.ts';
import type { WeightBand } from '#shared/weights.ts';
import { formatShortDay } from './formats.ts';

/** The form that logs a donation. */
export const logDonation = {
  heading: 'Log a donation',
  description: 'Log what you gave to ReRound: your student ID, a weight range and the date. No login needed.',
  /** After "No connection". */
  offline: '. What you log is kept on this phone, and sent when you are back.',
  goalNote: 'Yours counts once it is confirmed.',

  scanned: 'QR Code Scan Detected',
  dropLocation: (place: ReactNode) => <>Drop location: {place}</>,

  loggingAs: (donorId: ReactNode) => <>Logging as {donorId}</>,
  notYou: 'Not you?',
  studentId: 'Student ID',
  rememberMe: 'Remember me on this device',

  howHeavy: 'How heavy is it?',
  guess: 'A guess is fine',
  weightRange: 'Weight range',
  weightHint: 'Your best guess is fine. Qualifying weights count toward Gold Giver.',
  asList: 'Use a list',
  asPictures: 'Use pictures',
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

  /** The button that opens the fields for date and place. Only screen readers hear what it changes. */
  change: (heard: (text: string) => ReactNode) => <>Change{heard(' date, drop site and bin')}</>,
  today: (day: Day) => `Today, ${formatShortDay(day)}`,
  noDropSite: 'no drop site',
  date: 'Date',
  daysBack: (days: number) =>
    days === 0 ? 'Only today.' : days === 1 ? 'Today or yesterday.' : `At most ${days} days ago.`,
  tooOld: (first: string) => `Date cannot be before ${first}`,
  dropSite: 'Drop site',
  dropSiteHint: 'The bin’s name or code, or where else you left it.',
  dropSiteOfListHint: 'Choose a bin from the list, or write where else you left it.',
  binLocation: 'Bin location',
  binLocationHint: 'Where the bin stands.',

  submit: 'Log Donation',
  submitting: 'Logging…',
  studentIdMissing: 'Student ID is required',
  dateMissing: 'Date is required',
  otherLength: (digits: number) => `Student numbers here have ${digits} digits. Log it anyway?`,
  succeeded: 'Success!',
  failed: 'Failed to log donation',
  noStorage:
    'Failed to log donation. No answer came, and this browser keeps nothing, as some private windows do. Leave this page open, and press Log Donation again when you are back.',
};

type Strong = (text: string) => ReactNode;

/** What follows a donation that was logged. */
export const donationLogged = {
  title: 'Donation logged · ReRound',
  writeMark: (mark: string, strong: Strong) => <>Write {strong(mark)} on your bag</>,
  whyMark:
    'Large, with any pen. By it we find your bag and weigh it. No pen? Drop it in all the same: it counts.',

  /** Before the weight; the day is null for today's. */
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
  waitingLead: (strong: (text: string) => ReactNode) => (
    <>
      {strong('It is sent when you are back.')} Drop your things in and go: you need not wait here, and it
      counts once.
    </>
  ),
  refusedLead: 'It was not logged yet: something in it needs another look.',
  allSentLead:
    'Thank you. An admin confirms them, usually within two days. Your codes then appear on your dashboard.',
  whenItGoes:
    'The mark for your bag comes with the answer: without one, drop it in all the same. Leave this page open, and it goes out when the connection is back. If you close it, it goes out when you open ReRound again. A private window forgets it when you close it.',
  logAnother: 'Log another',

  states: { waiting: 'Waiting to be sent', refused: 'Not logged', sent: 'Sent' },
  foundNoConnection: (time: string) => `Tried at ${time}: still no connection.`,
  foundSiteBusy: (time: string) => `Tried at ${time}: the site is busy. It is tried again.`,
  /** The donation's day, if it was logged on a later one. */
  forDay: (day: Day) => `for ${formatShortDay(day)}`,
  today: 'today',
  yesterday: 'yesterday',

  doNotSend: 'Do not send',
  mend: 'Mend it',
  tryNow: 'Try now',
  trying: 'Trying…',

  stillQueued: 'It is still kept. Please try again.',
  notQueuedAgain: 'It could not be kept again. Please log it anew.',
  notSent: 'Not sent',
  removed: 'It is not kept any more.',
  mayHaveArrived: 'An earlier try may have got through all the same.',
  undo: 'Undo',
};

/** What became of donations that were logged without a connection. No words here name a donor: others may use this phone. */
export const queueOutcomes = {
  sent: (count: number) => (count === 1 ? 'Kept donation sent' : 'Kept donations sent'),
  sentDescription: (count: number) =>
    count === 1
      ? 'Your donation is logged. An admin confirms it, usually within two days.'
      : `All ${count} are logged. An admin confirms them, usually within two days.`,

  refused: (count: number) =>
    count === 1 ? 'A kept donation was not logged' : 'Kept donations were not logged',
  refusedDescription: (why: string) => `${why} Open Log Donation to correct it.`,

  /** Why this phone does not send it any more. */
  tooOld: 'It waited for more than two weeks, so it is not sent by itself any more.',
  /** Follows that reason if an earlier try may have reached the server. */
  mayHaveArrived: 'An earlier try may have got through: look at your dashboard first.',
};
