// The header of every page for visitors and donors, and its menu.

export const homeLink = 'ReRound, home';
export const mainNavigation = 'Main';
export const logDonation = 'Log Donation';
export const donorLogin = 'Donor Login';
export const dashboard = 'Dashboard';

export const menu = 'Menu';
export const menuName = 'Menu of ReRound';
export const closeMenu = 'Close menu';
