// Volunteers, things to read and stores, on the landing page.

export const heading = 'Communauté';
export const lead =
  'Deux heures après les cours, et la table de tri se vide à vue d’œil. Aucune expérience requise\u00a0: nous vous montrons comment faire.';
export const sort = 'Trier et étiqueter les dons';
export const mend = 'Réparer lampes, jouets et cadres';
export const drive = 'Faire une tournée de ramassage';
export const volunteer = 'Devenir bénévole';

export const learnToReuse = 'Apprendre le réemploi';
export const read = 'Lire';
export const accepted = 'Le bric-à-brac, c’est quoi\u00a0?';
export const acceptedText = 'Les six catégories, avec des exemples';
export const quality = 'Est-ce encore en bon état\u00a0?';
export const qualityText = 'La vérification en cinq points';
export const notAccepted = 'Ce que nous ne prenons pas';
export const notAcceptedText = 'Et ce qu’il vaut mieux nous demander avant';

export const stores = 'Friperies partenaires';
export const viewStores = 'Voir les friperies partenaires';
