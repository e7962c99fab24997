export interface Limit {
  counts: 'attempts' | 'failures';
  /** By one address, or whatever else is counted, in one window. */
  most: number;
  /** How long a window is. Without it 15 minutes. */
  hours?: number;
  /** By one IPv6 /48 network. */
  mostOfNetwork?: number;
  /** By all strangers together. */
  mostOfEverybody?: number;
  /** Not larger in the networks that the settings name. */
  sameInNetworks?: boolean;
  /** A known till is counted by itself, not as a stranger. */
  tillsApart?: boolean;
}

/** What anyone may write, lest invented donors fill the disk from one network's many addresses, or from everywhere. */
const written = { counts: 'attempts', mostOfNetwork: 600, mostOfEverybody: 6000 } as const;

/** What anyone may guess. A /48 has 65,536 networks with an allowance each, and may not use up everybody's. */
const guessed = { counts: 'failures', tillsApart: true } as const;

/**
 * How often something may be done in a window that begins with the first try. Limits of `attempts` count every call,
 * those of `failures` only refusals; the handler says which. Those with `hours` count something else than calls.
 */
const limitTable = {
  adminSignIn: { counts: 'failures', most: 10, mostOfNetwork: 600 },
  /** By one admin, from wherever: whoever gets so far has the password. */
  wrongSecondFactor: { counts: 'failures', most: 10 },
  wrongPin: { ...guessed, most: 10, mostOfNetwork: 20, mostOfEverybody: 200, sameInNetworks: true },
  unknownCode: { ...guessed, most: 30, mostOfNetwork: 60, mostOfEverybody: 600 },
  donorSignIn: { ...written, most: 30 },
  /** Not of everybody together: each mailed code has five tries, and a few addresses could shut all donors out. */
  wrongSignInCode: { counts: 'failures', most: 10, mostOfNetwork: 20 },
  /** To one mailbox. */
  signInMailHourly: { counts: 'attempts', most: 3, hours: 1 },
  signInMailDaily: { counts: 'attempts', most: 6, hours: 24 },
  /** To one mailbox, of everything else that strangers can cause; and from the site to all of them. */
  mailDaily: { counts: 'attempts', most: 10, hours: 24 },
  siteMailDaily: { counts: 'attempts', most: 2000, hours: 24 },
  /** Mail to staff: of one bin, and of pickup requests. Whether or not limits are on. */
  binMail: { counts: 'attempts', most: 1, hours: 2 },
  pickupMail: { counts: 'attempts', most: 5, hours: 1 },
  donation: { ...written, most: 60 },
  pickup: { ...written, most: 60 },
  overflowAlert: { ...written, most: 60 },
  newsletter: { ...written, most: 60 },
} as const satisfies Record<string, Limit>;

/** How a refusal begins for whom a quota is used up; how long to wait follows. */
export const tooManyTries = 'Too many tries.';

export type LimitName = keyof typeof limitTable;

export const limits: Readonly<Record<LimitName, Readonly<Limit>>> = limitTable;
