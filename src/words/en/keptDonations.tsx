// Donations that were logged without a connection and wait in this browser.
import type { ReactNode } from 'react';
import type { Day } from '#shared/dates.ts';
import { formatShortDay } from './dates.ts';

export const waitingNote = (count: number) => `Kept on this phone: ${count} to be sent`;
export const refusedNote = (count: number) => `Kept on this phone: ${count} not logged`;

export const title = 'Kept on this phone · ReRound';
export const heading = 'Kept on this phone';
export const allSentHeading = 'All sent';
export const waitingLead = (strong: (text: string) => ReactNode) => (
  <>
    {strong('It is sent when you are back.')} Drop your things in and go: you need not wait here, and it
    counts once.
  </>
);
export const refusedLead = 'It was not logged yet: something in it needs another look.';
export const allSentLead =
  'Thank you. An admin confirms them, usually within two days. Your codes then appear on your dashboard.';
export const whenItGoes =
  'Leave this page open, and it goes out when the connection is back. If you close it, it goes out when you open ReRound again. A private window forgets it when you close it.';
export const logAnother = 'Log another';

export const states = { waiting: 'Waiting to be sent', refused: 'Not logged', sent: 'Sent' };
export const foundNoConnection = (time: string) => `Tried at ${time}: still no connection.`;
export const foundSiteBusy = (time: string) => `Tried at ${time}: the site is busy. It is tried again.`;
/** The donation's own day, where it was logged on another. */
export const forDay = (day: Day) => `for ${formatShortDay(day)}`;
export const today = 'today';
export const yesterday = 'yesterday';

export const doNotSend = 'Do not send';
export const mend = 'Mend it';
export const tryNow = 'Try now';
export const trying = 'Trying…';

export const stillKept = 'It is still kept. Please try again.';
export const notKeptAgain = 'It could not be kept again. Please log it anew.';
export const notSent = 'Not sent';
export const notKept = 'It is not kept any more.';
export const mayHaveArrived = 'An earlier try may have got through all the same.';
export const undo = 'Undo';
