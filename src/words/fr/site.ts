// What the site says of itself in more than one place.

export const slogan = 'Bouclons la boucle. Ouvrons l’avenir.';

/** Its first sentence, and its second. */
export const sloganCall = 'Bouclons la boucle.';
export const sloganPromise = 'Ouvrons l’avenir.';
