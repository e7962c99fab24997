// A list as a table or as cards.

export const selectAll = 'Select all';
export const clearSelection = 'Clear';
export const details = 'Details';
