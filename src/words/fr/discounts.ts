// The stores that take reward codes, and what a code saves there.

export const description =
  'Les friperies qui acceptent les codes de récompense de ReRound, ce que chaque code y fait économiser et les niveaux de récompense.';
export const heading = 'Rabais des partenaires';

/** Before how often and how long a code is good. */
export const lead = 'Montrez un code de récompense à la caisse d’une de ces friperies.';
export const tiers = 'Niveaux de récompense';

export const stores = 'Friperies partenaires';
export const loading = 'Chargement des rabais des partenaires…';
export const failed = 'Les rabais des partenaires n’ont pas pu être chargés. Veuillez réessayer plus tard.';
export const none = 'Pas encore de friperie partenaire.';
export const noneText =
  'Dès qu’une friperie se joindra à nous, ce qu’un code y fait économiser apparaîtra ici.';

export const logDonation = 'Inscrire un don';
export const checkStatus = 'Voir l’état de vos dons';

/** Where a store has not said what it takes off. */
export const askAtTill = 'Demandez à la caisse.';
export const details = 'Détails du rabais';
export const partner = 'Partenaire';
export const noWebsite = 'Pas de site Web';
export const visitWebsite = 'Voir le site';

/** Goes on after `visitWebsite` for screen readers. */
export const whoseWebsite = (store: string) => `\u00a0: ${store}, dans un nouvel onglet`;
