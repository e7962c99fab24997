// What any page says of a call that failed, where it has no words of its own.

/** Above what went wrong. */
export const errorTitle = 'Erreur';
export const unknownError = 'Erreur inconnue';
