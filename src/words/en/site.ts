// What the site says of itself in more than one place.

export const slogan = 'Close the Loop. Open a Future.';

/** Its first sentence, and its second. */
export const sloganCall = 'Close the Loop.';
export const sloganPromise = 'Open a Future.';

/** The lines in which it is painted large. The mark takes the place of an O that a line begins with. */
export const sloganLines = ['Close the Loop.', 'Open a Future.'];
