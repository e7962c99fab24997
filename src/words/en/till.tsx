// The till of a store.
import type { ReactNode } from 'react';

// The field for a store's PIN, to redeem a code and to give a use back.
export const partnerPin = 'Partner PIN';

const redeemNow = 'Redeem Now';

/** The till's forms and the notices around them. The help for clerks repeats some of it. */
export const till = {
  description:
    'For partner thrift stores: check a reward code at the till and redeem it with the store’s PIN.',
  heading: 'Redeem a code',

  /** The three steps of a sale. */
  steps: [
    { title: 'Check the code', text: 'See what it is still good for.' },
    { title: 'Enter your store’s PIN', text: 'Staff only. The donor never sees it.' },
    { title: 'Redeem', text: 'Take the saving off at the till.' },
  ],

  rewardCode: 'Reward code',
  whereCodeIs: 'Scan the donor’s QR, or type the code under it.',
  typedWrong: 'Typed wrong? Codes never use 0, O, 1, I or L.',
  checkCode: 'Check Code',
  checking: 'Checking…',
  newCode: 'New code',

  staffOnly: 'Staff only. Do not share with donors.',
  locked: 'Locked. Enter the PIN again.',
  clerk: 'Clerk',
  clerkNote: 'optional, initials or name',
  redeemNow,
  redeeming: 'Redeeming…',
  /** Why nothing can be redeemed yet. */
  checkFirst: 'Check the code first.',
  beingChecked: 'The code is being checked.',
  notRedeemable: 'This code cannot be redeemed.',

  keepPin: 'Keep the PIN for the next customer',
  keepPinHint: (minutes: number) =>
    `Forgotten after ${minutes} minutes without activity, or when this page is closed or reloaded. Then enter it once more. Only on the store’s own device.`,

  offline: 'No connection. Do not accept the code. Write it down.',
  /** Shown after an answer was lost. */
  pressAgain: `Press ${redeemNow} again: it counts once.`,

  practise: 'Practise',
  practiceNotice: 'Practice: nothing is spent.',
  /** Stands under the PIN field while a practice code is entered. */
  practicePin: 'Any eight digits. 00000000 is a wrong PIN.',

  /** A link to the help below. */
  helpLink: (link: (text: string) => ReactNode) => (
    <>Refused a code? {link('What each refusal means')}, one page to print.</>
  ),
};

/** The frame of every screen of the till. */
export const tillFrame = {
  homeLink: 'ReRound, home',

  /** Stands in place of the store's name if this browser is no registered till. */
  till: 'Partner till',
};

/** The till's refusals. Those that come from the server repeat its sentences word for word. */
export const tillRefusals = {
  notFound: 'Code not found',
  expired: 'Code expired',
  usedUp: 'Code fully used',
  unknown: 'Unknown error',
  otherPartner: 'This code is for another partner store.',
  invalidPin: 'Invalid PIN',
  noPin: 'Please enter your Partner PIN.',
  noCode: 'Enter a reward code first.',
  strangeCharacter: 'Codes never contain O, 0, I, L or 1. Look at that character again.',

  /** The first sentence after too many wrong codes or PINs. How long to wait follows. */
  tooManyTries: 'Too many tries.',
};

function spentUses(uses: number | undefined): string {
  if (uses === 1) return 'Its one use is spent.';
  if (uses === 2) return 'Both uses are spent.';
  return uses === undefined ? 'All uses are spent.' : `All ${uses} uses are spent.`;
}

/** The verdict on a code, and the next steps. */
export const verdict = {
  valid: 'Valid Code',
  invalid: 'Invalid Code',
  fullyUsed: 'Fully Used',
  redeemed: 'Redeemed',
  givenBack: 'Given back',

  usesLeft: (remaining: number) => (remaining === 1 ? '1 use left' : `${remaining} uses left`),

  /** The last day of a code, and its store if only one takes it. */
  goodUntil: (day: string, store?: string) => (store ? `${store}, until ${day}` : `Until ${day}`),

  noSaving: 'Do not take the saving off.',
  /** @param usedUp the server's sentence that a code is used up, without a full stop. */
  allSpent: (usedUp: string, uses: number | undefined) =>
    `${usedUp}. ${spentUses(uses)} No saving on this one.`,

  /** @param saving what a code saves, in the store's own words. */
  takeSavingOff: (saving: string | undefined) =>
    saving ? `Take the saving off now: ${saving}.` : 'Take the saving off now.',
  nextCustomer: 'Next customer',
  redeemAgain: 'Use this code once more',
  noUsesLeft: 'This code has no uses left.',
  checkAnother: 'Check another code',
  howToEarnCode: 'The donor can log a donation to earn a new code.',
};

const giveBack = 'Give the use back';

/** Giving a use back. */
export const undo = {
  undo: 'Undo',
  giveBack,
  question: (code: string) => `Give the use back to ${code}?`,
  keepIt: 'Keep it',

  givingBack: 'Giving back…',
  offline: 'No connection. The use is not given back yet.',
  /** Shown after an answer was lost. */
  pressAgain: `Press ${giveBack} again: it counts once.`,

  /** Minutes and seconds, as in `14:32`. */
  clock: (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`,

  timeLeft: (time: ReactNode) => <>{time} left</>,

  /** Who gives a use back, and until when. */
  whoGivesBack: (minutes: number, { phone, email }: { phone: string | null; email: string }): string =>
    `A use can be given back here for ${minutes} minutes. After that the office does it: ${phone ?? email}.`,
};

export const rememberedPin = {
  /** Stands before the minutes. */
  locksIn: 'PIN kept, locks in ',
  minutes: (count: number) => `${count} min`,
  lock: 'Lock',
};

/** What a registered till redeemed today. */
export const tillToday = {
  heading: 'Today at this till',

  /** The labels of the figures. */
  redeemed: (_count: number) => 'redeemed',
  reversed: (_count: number) => 'given back',
  net: 'net',

  nothingYet: 'Nothing was redeemed here today.',
  givenBack: 'Given back',
  by: (clerk: string) => `by ${clerk}`,
  undone: (time: string) => `Undone ${time}`,
  codeGivenBack: (code: string, remaining: number) => `${code}: ${verdict.usesLeft(remaining)}.`,
};

/** The till's camera. */
export const camera = {
  heading: 'Hold the code in the frame',
  staysHere: 'The picture stays on this phone.',
  opening: 'Opening the camera…',
  otherCode: 'That is not a reward code',
  close: 'Close',
  typeCode: 'Type the code',

  noPicture: 'No picture',
  /** Why there is no picture. */
  insecure: 'Browsers open the camera at a secure (https) address only.',
  notAllowed: 'This page may not use the camera. Allow it in the browser’s settings for this site.',
  noCamera: 'This device has no camera.',
  doesNotStart: 'The camera does not start. Something else may be using it.',
  scannerNotLoaded: 'The scanner did not load. Check the connection.',
  /** @param why one of the reasons above. */
  typeInstead: (why: string) => `${why} You can type the code instead.`,
};

/** The button that opens the till's camera. */
export const cameraButton = {
  open: 'Use camera',
  /** Follows `open` for screen readers. */
  toScan: ' to scan',
};

export interface Explanation {
  /** The till's message. */
  message: string;
  meaning: string;
  advice: string;
}

/** Help for clerks, which prints on one page. */
export const tillHelp = {
  heading: 'Help for clerks',
  lead: (organization: string) =>
    `How to redeem a code of ${organization}, and what to do when one is refused.`,

  redeem: 'Redeem',
  giveBackText: `Press “${undo.undo}” below the redeemed code, then “${undo.giveBack}”.`,
  practiseText: ({ valid, usedUp, expired }: Record<'valid' | 'usedUp' | 'expired', string>) =>
    `“${till.practise}” fills in ${valid}. Any eight digits redeem it, and 00000000 is a wrong PIN. ${usedUp} is used up, ${expired} has expired. Nothing is spent.`,
  keepAndLock: 'Keep and lock the PIN',
  keepAndLockText: (minutes: number) =>
    `“${till.keepPin}” holds for ${minutes} minutes without activity. “${rememberedPin.lock}” forgets the PIN at once.`,

  refusalsHeading: 'What each refusal means',
  refusals: [
    {
      message: tillRefusals.notFound,
      meaning: 'There is no such code, or it was taken back.',
      advice: till.typedWrong,
    },
    { message: tillRefusals.expired, meaning: 'Its last day is over.', advice: verdict.howToEarnCode },
    { message: tillRefusals.usedUp, meaning: 'All of its uses are spent.', advice: verdict.howToEarnCode },
    {
      message: tillRefusals.otherPartner,
      meaning: 'It is good at one store only, and that is not yours.',
      advice: 'The donor’s dashboard says at which one.',
    },
    {
      message: tillRefusals.invalidPin,
      meaning: 'No partner store has this PIN.',
      advice: 'Enter it again. If it is right, it may have been changed: ask the office.',
    },
    {
      message: tillRefusals.strangeCharacter,
      meaning: 'A character was misread.',
      advice: 'Compare it with the donor’s phone or print.',
    },
    {
      message: tillRefusals.tooManyTries,
      meaning: 'Too many wrong codes or PINs were entered here.',
      advice: 'Wait as long as the till says.',
    },
  ] satisfies readonly Explanation[],

  troublesHeading: 'When the connection fails',
  troubles: [
    {
      message: till.offline,
      meaning: 'Nothing can be checked now, and nothing is redeemed later by itself.',
      advice: 'Check the code that you wrote down once there is a connection.',
    },
    {
      message: till.pressAgain,
      meaning: 'The use may be taken already: only the answer got lost.',
      advice: 'Press it with the same code and PIN, before the next customer.',
    },
  ] satisfies readonly Explanation[],
};
