/** Without its code the page can be read, but no button of it works. */
export const notLoaded =
  'This page has not loaded fully, so its buttons do not work. Check the connection, then load it again.';
