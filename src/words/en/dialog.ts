// What any dialog says.

export const close = 'Close';
export const cancel = 'Cancel';

/** Why it cannot be closed while something is under way. */
export const waitUntilDone = 'Wait until this is done.';
