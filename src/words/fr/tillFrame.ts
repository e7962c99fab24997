// What stands round every screen of the till.

export const homeLink = 'ReRound, accueil';

/** Where it is not known whose till it is. */
export const till = 'Caisse partenaire';
