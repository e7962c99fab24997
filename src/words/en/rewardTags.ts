// A reward code on its tag.

export const copyCode = 'Copy code';
export const print = 'Print';
export const showLarge = 'Show large';
export const showCodeLarge = (code: string) => `Show large ${code}`;
export const usesLeft = (left: number, of: number) => `${left} of ${of} uses left`;
export const daysLeft = (days: number) => (days === 1 ? 'Last day' : `${days} days left`);
export const until = (day: string) => `until ${day}`;
export const givenBackOn = (day: string) => `A use was given back on ${day}`;
