// What a link in a mail leads to where it does not work.

export const description = 'A link from a mail that this site has sent.';
export const heading = 'This link does not work';
export const text =
  'It may have been cut short. Please open it from the mail again, or copy the whole of it.';

/** The button, until the server puts what it does in. */
export const goOn = 'Go on';
