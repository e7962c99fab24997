// A line of a store's statement, on the screen and on paper.

export const lines = 'Lines';

export const date = 'Date';
export const time = 'Time';
export const code = 'Code';
export const clerk = 'Clerk';
export const noClerk = 'None';
/** In the place of a clerk: who gave a use back that no clerk gave back. */
export const office = 'Office';
export const what = 'What';
export const actions = 'Actions';
export const uses = 'Uses';
/** Before a line's figure, to be heard. */
export const usesHeard = 'Uses: ';

/** A use that the store took. */
export const redeemed = 'Redeemed';
/** Goes on after `redeemed` where the use was given back on the same day. */
export const givenBackAt = (clockTime: string) => `, given back at ${clockTime}`;
/** The same of another day. */
export const givenBackOn = (day: string, clockTime: string) => `, given back ${day}, ${clockTime}`;

/** A use that was given back. */
export const givenBack = 'Given back';
/** Goes on after `givenBack` with when the use was taken. */
export const takenOn = (day: string, clockTime: string) => `, of ${day}, ${clockTime}`;
