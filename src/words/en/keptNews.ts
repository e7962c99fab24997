// What became of donations that were logged without a connection. No words here name a donor: others may use this phone.

export const sent = (count: number) => (count === 1 ? 'Kept donation sent' : 'Kept donations sent');
export const sentDescription = (count: number) =>
  count === 1
    ? 'Your donation is logged. An admin confirms it, usually within two days.'
    : `All ${count} are logged. An admin confirms them, usually within two days.`;

export const refused = (count: number) =>
  count === 1 ? 'A kept donation was not logged' : 'Kept donations were not logged';
export const refusedDescription = (why: string) => `${why} Open Log Donation to mend it.`;

/** Why it was refused on this phone. */
export const tooOld = 'It waited for more than two weeks, so it is not sent by itself any more.';
/** After that, where nobody knows. */
export const mayHaveArrived = 'An earlier try may have got through: look at your dashboard first.';
