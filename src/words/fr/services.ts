// What the organisation does, on the landing page.

export const heading = 'Services';

/** The way of a thing through the house. */
export const stages = ['Collecte', 'Tri', 'Remise en état', 'Revente'];

export const collection = 'Collecte d’objets';
export const collectionText =
  'Des bacs de dépôt sur le campus et en ville, et un ramassage gratuit pour les grosses boîtes.';
export const processing = 'Tri et remise en état';
export const processingText =
  'Nous trions, nettoyons, testons et réparons. Les ensembles restent complets, les ampoules sont remplacées.';
export const store = 'Magasin communautaire';
export const storeText = 'Ce qui est prêt retourne en rayon, à un prix étudiant.';

export const learnMore = 'En savoir plus';
export const visitStore = 'Voir le magasin';

/** What a link that reads `Learn More` is about, to screen readers: goes on after it. */
export const aboutService = (service: string) => `\u00a0: ${service}`;
