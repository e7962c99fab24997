// Around every page for visitors and donors.

export const noConnection = 'No connection';

/** Goes on after `noConnection`. */
export const nothingIsLost =
  '. Nothing you typed is lost while this page stays open: send it once you are back online.';
