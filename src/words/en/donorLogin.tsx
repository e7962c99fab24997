// A donor's sign-in, with and without a mailed code.
import type { ReactNode } from 'react';

export const description =
  'Sign in with your email or donor ID to see your donations, reward codes and badges.';
export const heading = 'Donor login';
export const lead = 'Your codes, your donations and your tier.';
export const leadWithoutCode = 'Your codes, your donations and your tier. There is no password.';

export const signedIn = 'You are signed in';
export const signedInAs = (who: ReactNode) => <>As {who}.</>;
export const toDashboard = 'Go to your dashboard';
export const signInAsOther = 'Sign in as someone else';

export const donorIdOrEmail = 'Donor ID or email';
export const donorId = 'Donor ID';
export const donorIdHint = 'The ID you log donations with, often your student ID.';
export const email = 'Email';
export const name = 'Name';
export const addDonorId = 'Add your donor ID';
export const addDonorIdOrName = 'Add your donor ID or name';
export const addEmail = 'Add your email';
export const addEmailOrName = 'Add your email or name';
export const sendCode = 'Send me a code';
export const sending = 'Sending…';
export const failed = 'Login failed';
export const cookieBlocked = 'Session not established (cookie blocked).';

type Strong = (text: string) => ReactNode;

export const noEmail = (strong: Strong) => (
  <>No email? {strong('Ask for your codes at a drop-off')} and the desk reads them to you.</>
);

export const codeHeading = 'Check your mail';
/** Of a donor ID nobody says whether it has an email here. */
export const codeGoesToIdOwner = (id: ReactNode, whole: Strong) => (
  <>
    If {id} has an email here, a {whole('six-digit code')} is on its way to it.
  </>
);
export const codeGoesTo = (to: ReactNode, whole: Strong) => (
  <>
    A {whole('six-digit code')} is on its way to {to}.
  </>
);
export const sixDigitCode = 'Six-digit code';
export const codeHint = 'Good for 10 minutes. The newest two codes work.';
export const newCodeIn = (time: string) => `New code in ${time}`;
export const sendNewCode = 'Send a new code';
export const sendingFailed = 'Failed to send';
export const notYou = 'Not you?';
export const nothingThere = (anHour: number, aDay: number) =>
  `Nothing there? Look in spam, or ask at a drop-off. An address is sent at most ${anHour} codes an hour and ${aDay} a day.`;
/** `phone` or `browser` is shown, by what it is. */
export const trust = (strong: (content: ReactNode) => ReactNode, phone: Strong, browser: Strong) => (
  <>
    {strong(
      <>
        Trust this {phone('phone')}
        {browser('browser')}
      </>,
    )}{' '}
    for 30 days
  </>
);
export const trustHint = 'Not on one that others use.';

export const whatToCallYou = 'What may we call you?';
export const saving = 'Saving…';
export const savingFailed = 'Failed to save';
export const notNow = 'Not now';
