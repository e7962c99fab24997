// What any form, dialog or list says.

/** What schemas say is English already. */
export const formSentences = {};

/** What any form says. */
export const form = {
  /** Beside the label of a field that may stay empty. */
  optional: 'optional',

  /** Above a form that stands as it was left. */
  restored: 'What you wrote before is still here.',
  startOver: 'Start over',
};

/** What any sign-in says. */
export const loginForm = {
  logIn: 'Log in',
  loggingIn: 'Logging in…',
};

/** What any dialog says. */
export const dialog = {
  close: 'Close',
  cancel: 'Cancel',
  ok: 'OK',

  /** Why it cannot be closed while something is under way. */
  waitUntilDone: 'Wait until this is done.',
};

/** The button that copies a text. */
export const copying = {
  copy: 'Copy',
  copied: 'Copied',

  /** Where the browser forbids it. */
  byHand: 'The text is selected. Copy it with your keyboard or the menu.',
};

/** A list as a table or as cards. */
export const dataRows = {
  selectAll: 'Select all',
  clearSelection: 'Clear',
  details: 'Details',
};
