export const print = 'Print';
