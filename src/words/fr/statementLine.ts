// A line of a store's statement, on the screen and on paper.

export const lines = 'Lignes';

export const date = 'Date';
export const time = 'Heure';
export const code = 'Code';
export const clerk = 'Commis';
export const noClerk = 'Aucun';
/** In the place of a clerk: who gave a use back that no clerk gave back. */
export const office = 'Bureau';
export const what = 'Opération';
export const actions = 'Actions';
export const uses = 'Nombre';
/** Before a line's figure, to be heard. */
export const usesHeard = 'Nombre\u00a0: ';

/** A use that the store took. */
export const redeemed = 'Code accepté';
/** Goes on after `redeemed` where the use was given back on the same day. */
export const givenBackAt = (clockTime: string) => `, utilisation rendue à ${clockTime}`;
/** The same of another day. */
export const givenBackOn = (day: string, clockTime: string) =>
  `, utilisation rendue le ${day} à ${clockTime}`;

/** A use that was given back. */
export const givenBack = 'Utilisation rendue';
/** Goes on after `givenBack` with when the use was taken. */
export const takenOn = (day: string, clockTime: string) => `, du ${day} à ${clockTime}`;
