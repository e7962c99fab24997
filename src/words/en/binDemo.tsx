// The two codes of a bin, to be tried on samples.
import type { ReactNode } from 'react';

export const description =
  'Try the two QR codes of a ReRound drop bin on a sample: one logs a donation, one reports a full or damaged bin.';
export const heading = 'Two codes on every bin';
export const lead =
  'Each drop bin carries two QR codes: one to log what you give, one to tell us that the bin is full or damaged. Try both on these samples.';

export const dual = 'The dual QR system';
export const log = 'Log Donation';
export const logText =
  'Scan it when you drop something off. The log form opens with the bin filled in, so that you add only your student ID and a weight range.';
export const report = 'Report Issue';
export const reportText =
  'Scan it when the bin is full, broken or dirty. The report opens with the bin named; your name and a note are optional. It goes straight on the team’s list.';

export const tryIt = 'Try it';
export const tryItText =
  'Scan a code with your phone, or press its button. These bins are samples and stand nowhere. Test Donation opens the real log form: what you send there is logged. Test Report asks for a real bin before anything is sent.';
export const sample = 'Sample';
export const testDonation = 'Test Donation';
export const testReport = 'Test Report';

/** @param code `Log Donation` or `Report Issue`. */
export const qrCode = (code: string, bin: string) => `${code} QR code of ${bin}`;

export const help = 'Need a hand?';
export const support = 'Support';
export const supportText = (link: ReactNode) => (
  <>A code does not scan, or leads to the wrong place? Write to {link}.</>
);
export const emergency = 'Emergency contact';
export const emergencyText = (strong: (text: string) => ReactNode) => (
  <>
    {strong('Campus Security.')} If someone is hurt or something at a bin is dangerous, call them first and
    report the bin afterwards.
  </>
);
