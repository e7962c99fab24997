export const close = 'Fermer';
export const region = 'Notifications';
