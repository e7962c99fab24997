// What the links of the footer are called, beside those of the header.

export const donors = 'Pour donner';
export const log = 'Inscrire un don';
export const whatToGive = 'Ce que vous pouvez donner';
export const dashboard = 'Votre tableau de bord';
export const discounts = 'Rabais des partenaires';
export const pickup = 'Ramassage gratuit';

export const aboutReRound = 'À propos de ReRound';
export const about = 'Qui nous sommes';

export const staff = 'Personnel';
export const redeem = 'Friperies partenaires\u00a0: accepter un code';
export const adminLogin = 'Connexion admin';

export const privacy = 'Confidentialité';
export const accessibility = 'Accessibilité';
