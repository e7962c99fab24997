// A PIN that the till keeps.

/** Before the minutes. */
export const kept = 'NIP conservé, verrouillage dans ';
export const minutes = (count: number) => `${count}\u00a0min`;
export const lock = 'Verrouiller';
