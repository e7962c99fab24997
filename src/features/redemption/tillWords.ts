// What is said in several places: on the till's screen, in practice, and in the guide that a store prints.

export const checkCodeLabel = 'Check Code';
export const redeemNowLabel = 'Redeem Now';
export const newCodeLabel = 'New code';
export const practiseLabel = 'Practise';
export const partnerPinLabel = 'Partner PIN';

export const typedWrongHint = 'Typed wrong? Codes never use 0, O, 1, I or L.';
export const whereCodeIsHint = 'Scan the donor’s QR, or type the code under it.';
export const staffOnlyHint = 'Staff only. Do not share with donors.';

export const keepPinLabel = 'Keep the PIN for the next customer';
export const keepPinHint =
  'Forgotten after 30 minutes without a press, or when this page is closed or loaded anew. Then enter it once more. Only on the store’s own device.';
export const lockedMessage = 'Locked. Enter the PIN again.';

/** How the till goes. */
export const tillSteps = [
  { title: 'Check the code', text: 'See what it is still good for.' },
  { title: 'Enter your store’s PIN', text: 'Staff only. The donor never sees it.' },
  { title: 'Redeem', text: 'Take the saving off at the till.' },
];
