// What is shown while something loads.

export const loading = 'Chargement…';
