/** What the till takes while it is practised on. No code is ever issued under it, so nobody takes it for money. */
export const PRACTICE_CODE = 'RR-PRACT7';
