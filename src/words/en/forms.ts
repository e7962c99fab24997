// Words of every form, dialog and list.

/** Empty, because the schemas' own messages are English. */
export const formSentences = {};

export const form = {
  /** Beside the label of a field that may stay empty. */
  optional: 'optional',

  /** Above a form that was restored. */
  restored: 'What you wrote before is still here.',
  startOver: 'Start over',
};

export const loginForm = {
  logIn: 'Log in',
  loggingIn: 'Logging in…',
};

export const dialog = {
  close: 'Close',
  cancel: 'Cancel',
  ok: 'OK',

  /** Why the dialog cannot be closed now. */
  waitUntilDone: 'Wait until this is done.',
};

/** The button that copies a text. */
export const copying = {
  copy: 'Copy',
  copied: 'Copied',

  /** Shown if the browser forbids copying. */
  byHand: 'The text is selected. Copy it with your keyboard or the menu.',
};

/** Lists, as a table or as cards. */
export const dataRows = {
  selectAll: 'Select all',
  clearSelection: 'Clear',
  details: 'Details',
};
