// What the till says by itself in the server's own sentences.

export const notFound = 'Code not found';
export const expired = 'Code expired';
export const usedUp = 'Code fully used';
export const unknown = 'Unknown error';
export const otherPartner = 'This code is for another partner store.';
export const invalidPin = 'Invalid PIN';
export const noPin = 'Please enter your Partner PIN.';
export const noCode = 'Enter a reward code first.';
export const strangeCharacter = 'Codes never contain O, 0, I, L or 1. Look at that character again.';

/** Its first sentence; how long to wait follows. */
export const tooManyTries = 'Too many tries.';
