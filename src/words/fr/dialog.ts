// What any dialog says.

export const close = 'Fermer';
export const cancel = 'Annuler';

/** Why it cannot be closed while something is under way. */
export const waitUntilDone = 'Attendez que ce soit terminé.';
