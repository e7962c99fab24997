// The code that a donor does best to use first, where stores are looked for.

export const heading = 'Your best code';
export const endsFirst = 'It ends first, so use it first. ';
export const atTheTill = 'Show it at any of these tills, then the clerk enters the store’s PIN.';
export const allCodes = 'All your codes';
