/** Shown in place of an erased person's name. */
export const REMOVED_NAME = 'Removed person';
