// The button that opens the till's camera.

export const open = 'Use camera';
export const loading = 'Loading camera…';
/** Goes on after either for screen readers. */
export const toScan = ' to scan';
export const notLoaded = 'The camera did not load';
export const typeInstead = 'Type the code instead.';
