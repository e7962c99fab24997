// The button that opens the till's camera.

export const open = 'Caméra';
export const loading = 'Chargement…';
/** Goes on after either for screen readers. */
export const toScan = ' pour lire un code';
export const notLoaded = 'La caméra ne s’est pas chargée';
export const typeInstead = 'Tapez plutôt le code.';
