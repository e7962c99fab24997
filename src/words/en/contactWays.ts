// How to reach the organisation.

export const address = 'Address';
export const email = 'Email';
export const phone = 'Phone';
export const hours = 'Hours';

/** Before what it names, for screen readers. */
export const named = (name: string) => `${name}: `;
