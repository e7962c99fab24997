// What the schemas of forms say, in the language of the page.

/** Null, since it is English that they say. */
export const translated: ((message: string) => string) | null = null;
