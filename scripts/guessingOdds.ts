// `node scripts/guessingOdds.ts` prints the tables of docs/guessing.md, worked out from the limits in the code.
import {
  RECOVERY_ALPHABET,
  RECOVERY_CHARACTERS,
  RECOVERY_CODES,
  SECOND_FACTOR_DIGITS,
  WINDOW_STEPS,
} from '#features/auth/serverSecondFactor.ts';
import { SIGN_IN_DIGITS, SIGN_IN_TRIES, WORKING_CODES } from '#features/auth/serverPendingSignIns.ts';
import { PIN_DIGITS } from '#features/partners/server.ts';
import { CODE_ALPHABET, CODE_CHARACTERS } from '#features/rewards/rules.ts';
import { forgettingMilliseconds } from '#server/http/overallLimits.ts';
import { SHARE_MILLISECONDS, shareOf, WINDOW_MILLISECONDS } from '#server/http/rateLimits.ts';
import { type LimitName, limits } from '#shared/limits.ts';

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;
const YEAR_MILLISECONDS = 365 * DAY_MILLISECONDS;

type Limited = 'wrongPin' | 'unknownCode' | 'wrongSignInCode';
type Guessed = Exclude<Limited, 'wrongSignInCode'>;

const spaces = { wrongPin: 10 ** PIN_DIGITS, unknownCode: CODE_ALPHABET.length ** CODE_CHARACTERS };
const names = { wrongPin: 'PINs', unknownCode: 'codes' };

/** Guesses that are looked at: of one address, whose quota comes back whole with each window, or of all together. */
const guesses = {
  'one address': (name: Limited, duration: number) => (duration / WINDOW_MILLISECONDS) * limits[name].most,
  'any number of addresses': (name: Limited, duration: number) =>
    (limits[name].overall?.most ?? 0) + duration / forgettingMilliseconds(name),
};

const whole = (value: number) => Math.round(value).toLocaleString('en-CA');
const row = (cells: string[]) => `| ${cells.join(' | ')} |`;

/** The tables of docs/guessing.md, by the names under which they stand there. */
export function oddsTables(): Record<
  'guesses' | 'odds' | 'secondFactor' | 'signInCodes' | 'starving',
  string
> {
  return {
    guesses: [
      row(['who', 'what', 'in a day', 'in a year']),
      row(['---', '---', '---:', '---:']),
      ...Object.entries(guesses).flatMap(([who, count]) =>
        (['wrongPin', 'unknownCode'] as const).map((name) =>
          row([
            who,
            names[name],
            whole(count(name, DAY_MILLISECONDS)),
            whole(count(name, YEAR_MILLISECONDS)),
          ]),
        ),
      ),
    ].join('\n'),
    odds: [
      row([
        'who',
        'to be found',
        'odds of one guess',
        'found in a year, on average',
        'odds of at least one in a year',
      ]),
      row(['---', '---', '---:', '---:', '---:']),
      ...Object.entries(guesses).flatMap(([who, count]) => [
        ...[10, 50].map((partners) => oddsRow(who, 'wrongPin', partners, 'partners’ PINs', count)),
        ...[1000, 10_000].map((codes) => oddsRow(who, 'unknownCode', codes, 'live codes', count)),
      ]),
    ].join('\n'),
    secondFactor: [
      row(['what is guessed', 'valid at a time', 'guesses', 'odds of at least one']),
      row(['---', '---:', '---:', '---:']),
      ...secondFactorRows(),
    ].join('\n'),
    signInCodes: [
      row(['what is guessed', 'by', 'guesses in a year', 'odds of at least one in a year']),
      row(['---', '---', '---:', '---:']),
      ...signInCodeRows(),
    ].join('\n'),
    starving: [
      row(['what', 'different ones at first', 'and then']),
      row(['---', '---:', '---:']),
      ...starvingRows(),
    ].join('\n'),
  };
}

/** What whoever has an admin's password finds by guessing on, from any number of addresses. */
function secondFactorRows(): string[] {
  const { most } = limits.wrongSecondFactor;
  return (
    [
      ['codes of the app', 2 * WINDOW_STEPS + 1, 10 ** SECOND_FACTOR_DIGITS],
      ['recovery codes', RECOVERY_CODES, RECOVERY_ALPHABET.length ** RECOVERY_CHARACTERS],
    ] as const
  ).flatMap(([what, valid, possible]) =>
    (
      [
        ['in a day', DAY_MILLISECONDS],
        ['in a year', YEAR_MILLISECONDS],
      ] as const
    ).map(([time, duration]) => {
      const tries = (duration / WINDOW_MILLISECONDS) * most;
      const odds = percent(1 - (1 - valid / possible) ** tries);
      return row([what, whole(valid), `${whole(tries)} ${time}`, odds]);
    }),
  );
}

/** What somebody finds who knows donor IDs, but reads no mail. */
function signInCodeRows(): string[] {
  const days = YEAR_MILLISECONDS / DAY_MILLISECONDS;
  const ofOneDonor = limits.signInMailDaily.most * SIGN_IN_TRIES * days;
  const rows: [string, string, number, number][] = [
    ['codes mailed to one donor', 'any number of addresses', ofOneDonor, 1],
    ...Object.entries(guesses).map(([who, count]): [string, string, number, number] => [
      'codes mailed to anybody',
      who,
      count('wrongSignInCode', YEAR_MILLISECONDS),
      WORKING_CODES,
    ]),
  ];
  return rows.map(([what, who, tries, valid]) =>
    row([what, who, whole(tries), percent(1 - (1 - valid / 10 ** SIGN_IN_DIGITS) ** tries)]),
  );
}

/**
 * How many it takes to use up what all strangers have: with their whole limit the half that is free to all, with
 * their share the half that is kept, and from then on each place that is forgotten.
 */
function starvingRows(): string[] {
  const starving = (what: string, name: LimitName, most: number, [duration, each]: [number, string]) => {
    const half = (limits[name].overall?.most ?? 0) / 2;
    const forgotten = duration / forgettingMilliseconds(name);
    return row([
      what,
      whole(half / most + half / shareOf(most)),
      `${whole(forgotten / shareOf(most))} ${each}`,
    ]);
  };
  const day: [number, string] = [SHARE_MILLISECONDS, 'a day'];
  const window: [number, string] = [WINDOW_MILLISECONDS, 'in 15 minutes'];
  const { wrongPin, unknownCode, wrongSignInCode, donorSignIn, donation } = limits;
  return [
    starving('wrong PINs, from addresses', 'wrongPin', wrongPin.most, day),
    starving('unknown codes, from addresses', 'unknownCode', unknownCode.most, day),
    starving('wrong sign-in codes, from addresses', 'wrongSignInCode', wrongSignInCode.most, day),
    starving('sign-ins, from addresses', 'donorSignIn', donorSignIn.most, window),
    starving('donations, from addresses', 'donation', donation.most, window),
    starving('either, from IPv6 /48 networks', 'donation', donation.mostOfNetwork ?? 0, window),
  ];
}

function oddsRow(
  who: string,
  name: Guessed,
  targets: number,
  what: string,
  count: (name: Guessed, duration: number) => number,
): string {
  const odds = targets / spaces[name];
  const tries = count(name, YEAR_MILLISECONDS);
  return row([
    who,
    `${whole(targets)} ${what}`,
    `1 in ${whole(1 / odds)}`,
    (tries * odds).toFixed(2),
    percent(1 - (1 - odds) ** tries),
  ]);
}

function percent(share: number): string {
  return share > 0.999 ? 'over 99.9 %' : `${(share * 100).toFixed(1)} %`;
}

if (import.meta.main) console.log(Object.values(oddsTables()).join('\n\n'));
