// What the links of the footer are called, beside those of the header.

export const donors = 'Donors';
export const log = 'Log a donation';
export const whatToGive = 'What you can give';
export const dashboard = 'Your dashboard';
export const discounts = 'Partner discounts';
export const pickup = 'Free pickup';

export const aboutReRound = 'About ReRound';
export const about = 'About';

export const staff = 'Staff';
export const redeem = 'Partner stores: redeem a code';
export const adminLogin = 'Admin login';

export const privacy = 'Privacy';
export const accessibility = 'Accessibility';
