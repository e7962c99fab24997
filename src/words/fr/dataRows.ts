// A list as a table or as cards.

export const selectAll = 'Tout sélectionner';
export const clearSelection = 'Effacer';
export const details = 'Détails';
