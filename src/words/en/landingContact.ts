// The foot of the landing page.

export const heading = 'Come by, or write';

/** In two lines. */
export const lettersLines = ['Letters from the', 'sorting table'] as const;
export const lettersText = 'News, openings and bin locations, now and then.';
export const withoutScript = (email: string) =>
  `This form needs JavaScript. Write to ${email} and we put you on the list.`;
