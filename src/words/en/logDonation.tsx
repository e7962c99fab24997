// The form that logs a donation.
import type { ReactNode } from 'react';
import type { Day } from '#shared/dates.ts';
import type { WeightBand } from '#shared/weights.ts';
import { formatShortDay } from './dates.ts';

export const heading = 'Log a donation';
export const description =
  'Log what you gave to ReRound: your student ID, a weight range and the date. No login needed.';
/** After "No connection". */
export const offline = '. What you log is kept on this phone, and sent when you are back.';
export const goalNote = 'Yours counts once it is confirmed.';

export const scanned = 'QR Code Scan Detected';
export const dropLocation = (place: ReactNode) => <>Drop location: {place}</>;

export const loggingAs = (donorId: ReactNode) => <>Logging as {donorId}</>;
export const notYou = 'Not you?';
export const studentId = 'Student ID';
export const rememberMe = 'Remember me on this device';

export const howHeavy = 'How heavy is it?';
export const guess = 'A guess is fine';
export const weightRange = 'Weight range';
export const weightHint = 'Your best guess is fine. Qualifying weights count toward Gold Giver.';
export const asList = 'Use a list';
export const asPictures = 'Use pictures';
/** After a weight, to be heard. */
export const qualifying = ' (Qualifying)';
export const countsTowardGold = 'Counts toward Gold';
/** What is about as heavy. */
export const examples: Readonly<Record<WeightBand, string>> = {
  '0-1kg': 'About a mug',
  '1-2kg': 'About a teapot',
  '2-3kg': 'Books and a lamp',
  '3kg+': 'A full bag',
};

/** Opens the date and the place, which only screen readers need to be told. */
export const change = (heard: (text: string) => ReactNode) => <>Change{heard(' date, drop site and bin')}</>;
export const today = (day: Day) => `Today, ${formatShortDay(day)}`;
export const noDropSite = 'no drop site';
export const date = 'Date';
export const dropSite = 'Drop site';
export const dropSiteHint = 'The bin’s name or code, or where else you left it.';
export const dropSiteOfListHint = 'Choose a bin from the list, or write where else you left it.';
export const binLocation = 'Bin location';
export const binLocationHint = 'Where the bin stands.';

export const submit = 'Log Donation';
export const submitting = 'Logging…';
export const studentIdMissing = 'Student ID is required';
export const dateMissing = 'Date is required';
export const succeeded = 'Success!';
export const failed = 'Failed to log donation';
export const keepsNothing =
  'Failed to log donation. No answer came, and this browser keeps nothing, as some private windows do. Leave this page open, and press Log Donation again when you are back.';
