// The button that copies a text.

export const copy = 'Copier';
export const copied = 'Copié';

/** Where the browser forbids it. */
export const byHand = 'Le texte est sélectionné. Copiez-le avec votre clavier ou le menu.';
