// What the site says of itself in more than one place.

export const slogan = 'Bouclons la boucle. Ouvrons l’avenir.';

/** Its first sentence, and its second. */
export const sloganCall = 'Bouclons la boucle.';
export const sloganPromise = 'Ouvrons l’avenir.';

/** The lines in which it is painted large. The mark takes the place of an O that a line begins with. */
export const sloganLines = ['Bouclons', 'la boucle.', 'Ouvrons', 'l’avenir.'];
