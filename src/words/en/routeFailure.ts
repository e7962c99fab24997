// A screen that failed to load, or broke.

export const networkError = 'Network error';
export const networkErrorText = 'There is no connection just now. Check it, then try again.';
export const newVersion = 'A new version is out';
export const newVersionText = 'The page is loading it now. If nothing happens, press Retry.';
export const broken = 'Something went wrong';

/** @param requestId by which the call can be found in the server's log, where there was one. */
export const brokenText = (requestId: string | undefined) =>
  `This page could not be shown. Trying again often helps.${requestId === undefined ? '' : ` Reference: ${requestId}.`}`;
export const retry = 'Retry';
export const goHome = 'Go home';
