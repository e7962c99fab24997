// A load that failed, and the way to try again.

export const retry = 'Réessayer';
export const retrying = 'Nouvel essai…';
export const formBroken = 'Ce formulaire ne fonctionne plus.';
