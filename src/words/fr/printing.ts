export const print = 'Imprimer';
