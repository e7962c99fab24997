// The till, until a code was checked. The help for clerks says some of it, too.
import type { ReactNode } from 'react';

export const description =
  'For partner thrift stores: check a reward code at the till and redeem it with the store’s PIN.';
export const heading = 'Redeem a code';

/** How the till goes. */
export const steps = [
  { title: 'Check the code', text: 'See what it is still good for.' },
  { title: 'Enter your store’s PIN', text: 'Staff only. The donor never sees it.' },
  { title: 'Redeem', text: 'Take the saving off at the till.' },
];

export const rewardCode = 'Reward code';
export const whereCodeIs = 'Scan the donor’s QR, or type the code under it.';
export const typedWrong = 'Typed wrong? Codes never use 0, O, 1, I or L.';
export const checkCode = 'Check Code';
export const checking = 'Checking…';
export const newCode = 'New code';

export const staffOnly = 'Staff only. Do not share with donors.';
export const locked = 'Locked. Enter the PIN again.';
export const clerk = 'Clerk';
export const clerkMark = 'optional, initials or name';
export const redeemNow = 'Redeem Now';
export const redeeming = 'Redeeming…';
/** Why nothing can be redeemed yet. */
export const checkFirst = 'Check the code first.';
export const beingChecked = 'The code is being checked.';
export const notRedeemable = 'This code cannot be redeemed.';

export const keepPin = 'Keep the PIN for the next customer';
export const keepPinHint =
  'Forgotten after 30 minutes without a press, or when this page is closed or loaded anew. Then enter it once more. Only on the store’s own device.';

export const offline = 'No connection. Do not accept the code. Write it down.';
/** After an answer that got lost. */
export const pressAgain = `Press ${redeemNow} again: it counts once.`;

export const practise = 'Practise';
export const practice = 'Practice: nothing is spent.';
/** Under the field of the PIN, while a practice code is there. */
export const practicePin = 'Any eight digits. 00000000 is a wrong PIN.';

/** The way to the help below. */
export const refused = (link: (text: string) => ReactNode) => (
  <>Refused a code? {link('What each refusal means')}, one page to print.</>
);
