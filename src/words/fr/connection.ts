// What any page says where the site is out of reach.

/** No answer came. */
export const networkError = 'Erreur de réseau';
