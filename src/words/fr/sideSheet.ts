export const close = 'Fermer';
