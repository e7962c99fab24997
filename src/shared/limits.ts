export interface Limit {
  counts: 'attempts' | 'failures';
  /** By one address or till, or whatever else is counted. */
  most: number;
  /** How long a window is. Without it 15 minutes. */
  hours?: number;
  /** By one IPv6 /48 network, in the same window. */
  mostOfNetwork?: number;
  /** By all strangers together: so many at once, of which so many are forgotten in 15 minutes, one after the other. */
  overall?: { most: number; forgotten: number };
}

/** What anyone may write, lest invented donors fill the disk from one network's many addresses, or from everywhere. */
const written = { counts: 'attempts', mostOfNetwork: 600, overall: { most: 6000, forgotten: 6000 } } as const;

/**
 * A quota of calls for each client address in a 15-minute window, and what holds besides; those with `hours` are of
 * something else than calls, each says of what. Those of `attempts` count every call; those of `failures` count refusals only, and the handler says which refusals.
 * docs/guessing.md works out the odds at these figures.
 */
const limitTable = {
  adminSignIn: { counts: 'failures', most: 10, mostOfNetwork: 600 },
  /** By one admin, from wherever: whoever gets so far has the password. */
  wrongSecondFactor: { counts: 'failures', most: 10 },
  wrongPin: { counts: 'failures', most: 10, overall: { most: 200, forgotten: 10 } },
  unknownCode: { counts: 'failures', most: 30, overall: { most: 600, forgotten: 30 } },
  donorSignIn: { ...written, most: 30 },
  wrongSignInCode: { counts: 'failures', most: 10, overall: { most: 200, forgotten: 10 } },
  /** To one mailbox. */
  signInMailHourly: { counts: 'attempts', most: 3, hours: 1 },
  signInMailDaily: { counts: 'attempts', most: 6, hours: 24 },
  /** To one mailbox, of everything that strangers can cause; and from the site to all of them. */
  mailDaily: { counts: 'attempts', most: 10, hours: 24 },
  siteMailDaily: { counts: 'attempts', most: 2000, hours: 24 },
  donation: { ...written, most: 60 },
  pickup: { ...written, most: 60 },
  overflowAlert: { ...written, most: 60 },
  newsletter: { ...written, most: 60 },
  /** What a store says of its account. It takes the store's link, so strangers write nothing. */
  disputedLine: { counts: 'attempts', most: 60 },
} as const satisfies Record<string, Limit>;

/** How a refusal begins for whom a quota is used up; how long to wait follows. */
export const tooManyTries = 'Too many tries.';

export type LimitName = keyof typeof limitTable;

export const limits: Readonly<Record<LimitName, Readonly<Limit>>> = limitTable;
