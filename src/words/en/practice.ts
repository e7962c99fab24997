// The till to be tried out.

export const heading = 'Practice';
export const promise = 'Nothing is spent here.';
export const stop = 'Stop practising';

/** What can be practised. */
export const lessonsLegend = 'Practise a verdict';
export const lessons = {
  valid: 'Valid',
  oneUse: 'One use left',
  usedUp: 'Fully used',
  expired: 'Expired',
  notFound: 'Not found',
  wrongPin: 'Wrong PIN',
};
export const store = 'Practice store';

export const rewardCode = 'Reward code';
export const alwaysThis = (code: string) => `In practice it is always ${code}.`;
export const onlyThis = (code: string) =>
  `Practice takes only ${code}. Stop practising to check a real code.`;
export const anyPin = 'any digits will do';
export const redeem = 'Redeem, as practice';
