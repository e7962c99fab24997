// What several pages tell donors of their donations.

/** Where a donation was left, of which nobody said where. */
export const noBin = 'No bin';

/** How far toward Gold: `4 of 6, 1 waiting`. */
export const goldSoFar = (closed: number, of: number, waiting: number) =>
  `${closed} of ${of}${waiting > 0 ? `, ${waiting} waiting` : ''}`;
