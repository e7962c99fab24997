/** What to call whoever was removed. */
export const REMOVED_NAME = 'Removed person';
