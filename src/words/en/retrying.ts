// A load that failed, and the way to try again.

export const retry = 'Retry';
export const retrying = 'Retrying…';
export const formBroken = 'This form stopped working.';
