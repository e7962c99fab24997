// What several pages tell donors of their donations.

/** Where a donation was left, of which nobody said where. */
export const noBin = 'Aucun bac';

/** How far toward Gold: `4 sur 6, 1 en attente`. */
export const goldSoFar = (closed: number, of: number, waiting: number) =>
  `${closed} sur ${of}${waiting > 0 ? `, ${waiting} en attente` : ''}`;
