// The header of every page for visitors and donors, and its menu.

export const homeLink = 'ReRound, accueil';
export const mainNavigation = 'Navigation principale';
export const logDonation = 'Inscrire un don';
export const donorLogin = 'Connexion';
export const dashboard = 'Tableau de bord';

export const menu = 'Menu';
export const menuName = 'Menu de ReRound';
export const closeMenu = 'Fermer le menu';
