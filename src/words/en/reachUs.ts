// Where a question goes.

export const email = 'Email';
export const phone = 'Phone';
export const post = 'Post';
