// The button that copies a text.

export const copy = 'Copy';
export const copied = 'Copied';

/** Where the browser forbids it. */
export const byHand = 'The text is selected. Copy it with your keyboard or the menu.';
