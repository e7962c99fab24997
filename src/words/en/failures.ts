// What any page says of a call that failed, where it has no words of its own.

/** Above what went wrong. */
export const errorTitle = 'Error';
/** No answer came. */
export const networkError = 'Network error';
export const unknownError = 'Unknown error';
