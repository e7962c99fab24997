// What any page says of a call that failed, where it has no words of its own.

/** Above what went wrong. */
export const errorTitle = 'Erreur';
/** No answer came. */
export const networkError = 'Erreur de réseau';
export const unknownError = 'Erreur inconnue';
