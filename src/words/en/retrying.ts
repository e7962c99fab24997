// A load that failed, and the way to try again.

export const retry = 'Retry';
export const retrying = 'Retrying…';
