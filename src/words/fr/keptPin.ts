// A PIN that the till keeps.

/** Before the minutes. */
export const kept = 'NIP conservé encore ';
export const minutes = (count: number) => `${count}\u00a0min`;
export const lock = 'Verrouiller';
