import type { ReactNode } from 'react';

type Wrap = (text: string) => ReactNode;

/** A donor's sign-in, with and without a mailed code. */
export const donorLogin = {
  description: 'Sign in with your email or donor ID to see your donations, reward codes and badges.',
  heading: 'Donor login',
  lead: 'Your codes, your donations and your tier.',
  leadWithoutCode: 'Your codes, your donations and your tier. There is no password.',

  signedIn: 'You are signed in',
  signedInAs: (name: ReactNode) => <>As {name}.</>,
  toDashboard: 'Go to your dashboard',
  signInAsOther: 'Sign in as someone else',

  donorIdOrEmail: 'Donor ID or email',
  donorId: 'Donor ID',
  donorIdHint: 'The ID you log donations with, often your student ID.',
  email: 'Email',
  name: 'Name',
  addDonorId: 'Add your donor ID',
  addDonorIdOrName: 'Add your donor ID or name',
  addEmail: 'Add your email',
  addEmailOrName: 'Add your email or name',
  sendCode: 'Send me a code',
  sending: 'Sending…',
  failed: 'Login failed',
  cookieBlocked: 'Session not established (cookie blocked).',

  noEmail: (strong: Wrap) => (
    <>No email? {strong('Ask for your codes at a drop-off')} and the desk reads them to you.</>
  ),

  codeHeading: 'Check your mail',
  /** The same sentence for every donor ID, so that it does not reveal whether the ID has an email here. */
  codeGoesToIdOwner: (id: ReactNode, unbroken: Wrap) => (
    <>
      If {id} has an email here, a {unbroken('six-digit code')} is on its way to it.
    </>
  ),
  codeGoesTo: (email: ReactNode, unbroken: Wrap) => (
    <>
      A {unbroken('six-digit code')} is on its way to {email}.
    </>
  ),
  sixDigitCode: 'Six-digit code',
  codeHint: 'Good for 10 minutes. The newest two codes work.',
  newCodeIn: (time: string) => `New code in ${time}`,
  sendNewCode: 'Send a new code',
  sendingFailed: 'Failed to send',
  notYou: 'Not you?',
  nothingThere: (perHour: number, perDay: number) =>
    `Nothing there? Look in spam, or ask at a drop-off. An address is sent at most ${perHour} codes an hour and ${perDay} a day.`,
  /** Styles hide what is in `onPhone` on computers, and what is in `onComputer` on phones. */
  trust: (strong: (content: ReactNode) => ReactNode, onPhone: Wrap, onComputer: Wrap) => (
    <>
      {strong(
        <>
          Trust this {onPhone('phone')}
          {onComputer('browser')}
        </>,
      )}{' '}
      for 30 days
    </>
  ),
  trustHint: 'Not on one that others use.',

  whatToCallYou: 'What may we call you?',
  saving: 'Saving…',
  savingFailed: 'Failed to save',
  notNow: 'Not now',
};
