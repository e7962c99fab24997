// What the links of the header are called; the footer has some of them too.

export const home = 'Accueil';
export const howItWorks = 'Fonctionnement';
export const guide = 'Bric-à-brac';
export const services = 'Services';
export const community = 'Communauté';
export const contact = 'Contact';
