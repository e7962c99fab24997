// What any page says of a call that failed, where it has no words of its own.

/** Above what went wrong. */
export const errorTitle = 'Error';
export const unknownError = 'Unknown error';
