export const close = 'Close';
export const region = 'Notifications';
