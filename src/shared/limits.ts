export interface Limit {
  /** `attempts` counts every call with valid fields, `failures` only refusals that name this limit. */
  counts: 'attempts' | 'failures';
  /** The most calls by one address, or whatever else is counted, in one window. */
  most: number;
  /** Length of a window: 15 minutes by default. */
  hours?: number;
  /** The most calls by one IPv6 /48 network. */
  mostOfNetwork?: number;
  /** The most calls by all strangers together. */
  mostOfEverybody?: number;
  /** The limit is no larger in the networks that the settings name. */
  sameInNetworks?: boolean;
  /** A known till has a count of its own. */
  tillsApart?: boolean;
}

/** For public writes, so that invented data from many addresses cannot fill the disk. */
const publicWrite = { counts: 'attempts', mostOfNetwork: 600, mostOfEverybody: 6000 } as const;

/** For secrets that anyone may guess. */
const publicGuess = { counts: 'failures', tillsApart: true } as const;

/** How often something may be done in a window, which begins with the first try. */
const limitTable = {
  adminSignIn: { counts: 'failures', most: 10, mostOfNetwork: 600 },
  /** Counted for one admin from any address, because this caller already has the password. */
  wrongSecondFactor: { counts: 'failures', most: 10 },
  wrongPin: { ...publicGuess, most: 10, mostOfNetwork: 20, mostOfEverybody: 200, sameInNetworks: true },
  unknownCode: { ...publicGuess, most: 30, mostOfNetwork: 60, mostOfEverybody: 600 },
  donorSignIn: { ...publicWrite, most: 30 },
  /** It has no `mostOfEverybody`, by which a few addresses could lock all donors out. Each code has five tries anyway. */
  wrongSignInCode: { counts: 'failures', most: 10, mostOfNetwork: 20 },
  /** Sign-in codes to one mailbox. */
  signInMailHourly: { counts: 'attempts', most: 3, hours: 1 },
  signInMailDaily: { counts: 'attempts', most: 6, hours: 24 },
  /** Other mail that strangers can cause, to one mailbox. */
  mailDaily: { counts: 'attempts', most: 10, hours: 24 },
  /** Such mail to all mailboxes together. */
  siteMailDaily: { counts: 'attempts', most: 2000, hours: 24 },
  /** Mail to staff about one bin, and about pickup requests. Also in force with RATE_LIMITS=off. */
  binMail: { counts: 'attempts', most: 1, hours: 2 },
  pickupMail: { counts: 'attempts', most: 5, hours: 1 },
  donation: { ...publicWrite, most: 60 },
  pickup: { ...publicWrite, most: 60 },
  overflowAlert: { ...publicWrite, most: 60 },
  newsletter: { ...publicWrite, most: 60 },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limitTable;

export const limits: Readonly<Record<LimitName, Readonly<Limit>>> = limitTable;
