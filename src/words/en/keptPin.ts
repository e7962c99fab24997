// A PIN that the till keeps.

/** Before the minutes. */
export const kept = 'PIN kept, locks in ';
export const minutes = (count: number) => `${count} min`;
export const lock = 'Lock';
