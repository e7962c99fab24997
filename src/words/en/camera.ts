// The till's camera.

export const heading = 'Hold the code in the frame';
export const staysHere = 'The picture stays on this phone.';
export const opening = 'Opening the camera…';
export const otherCode = 'That is not a reward code';
export const close = 'Close';
export const typeCode = 'Type the code';

/** Why there is no picture. */
export const noPicture = 'No picture';
export const insecure = 'Browsers open the camera at a secure (https) address only.';
export const notAllowed =
  'This page may not use the camera. Allow it in the browser’s settings for this site.';
export const noCamera = 'This device has no camera.';
export const doesNotStart = 'The camera does not start. Something else may be using it.';
export const scannerNotLoaded = 'The scanner did not load. Check the connection.';
/** After why. */
export const typeInstead = (why: string) => `${why} You can type the code instead.`;
