// A donor's codes on the dashboard.

export const heading = 'Reward codes';
export const whereToUse = 'Where to use them';
export const noneYet = 'No active rewards yet.';
export const withheld = 'Your codes are not shown yet.';
export const whyWithheld =
  'We cannot tell yet that this donor ID is yours. An admin looks at the email that you gave; then your codes appear here. An ID that has an email here is opened by signing in with that one.';

export const rewardCode = (code: string) => `Reward code ${code}`;
export const moreCodes = 'More codes';
export const moreCount = (count: number) => `${count} more`;
export const otherCodes = 'Other codes';
export const howToUse = 'How to use a code';
export const steps = [
  'Show the code, or its QR, at the till of a partner store.',
  'The clerk enters the store’s PIN and takes the saving off.',
];

export const endedCodes = 'Ended codes';
/** After a code. */
export const endedOn = (day: string) => `, ended ${day}`;
