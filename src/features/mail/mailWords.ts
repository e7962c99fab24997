// What a language has to say in mails. Each language is a file with an object of this type.
import type { MailKind } from '#shared/mail.ts';
import type { Organization } from '#shared/organization.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import type { MailContents } from './mailContents.ts';

/** A piece of a sentence. `unbroken` is bold, and stays on one line: a code, a weight. */
export type Piece = string | { bold: string } | { unbroken: string } | { link: string; href: string };

/** A sentence or more, in pieces. */
export type Line = readonly Piece[];

/** Where to write to. */
export function writeTo({ email }: Pick<Organization, 'email'>): Piece {
  return { link: email, href: `mailto:${email}` };
}

/** What the sentences of a mail hang on besides what it tells. */
export interface MailFacts {
  organization: Organization;
  timeZone: TimeZone;
  writtenAt: Date;
}

/** The sentences of one mail. */
interface Sentences {
  subject: string;
  /** A line break parts its lines. */
  heading: string;
  paragraphs: readonly Line[];
  /** Why it came to this address. */
  why: string;
}

export interface MailWords {
  /** For `lang`. */
  language: string;
  day: (instant: Date, timeZone: TimeZone) => string;
  instant: (instant: Date, timeZone: TimeZone) => string;
  /** Something after its name, as in `When: today`. */
  labelled: (name: string, told: string) => string;
  sentences: { [Kind in MailKind]: (contents: MailContents[Kind], facts: MailFacts) => Sentences };
  /** How far toward Gold Giver, for those who do not see the loops. */
  goldLoops: (gold: { donations: number; of: number }) => string;
  /** Under a code: `2 uses, until Dec 20, 2026`. */
  codeTerms: (usesLeft: number, expiresAt: Date, timeZone: TimeZone) => string;
  codeUse: string;
  signInCodeTerms: string;
  /** What stands for a sign-in code that nobody is to see. */
  hiddenCode: string;
  /** What a pickup is called in a calendar. */
  pickupEntry: (organization: Organization) => string;
  labels: {
    when: string;
    where: string;
    what: string;
    openDashboard: string;
    whereToUse: string;
    confirmLetters: string;
    openSettings: string;
  };
  /** How to stop mail of its kind, by the links that there are. */
  stop: (links: { off: string | undefined; dashboard: string | undefined }) => Line;
}
