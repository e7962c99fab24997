// What a browser without a connection shows for a page that it has not seen.

export const description = 'Il n’y a pas de connexion en ce moment.';
export const heading = 'Vous êtes hors ligne';
export const text =
  'Cette page n’est pas conservée sur cet appareil\u00a0: il lui faut une connexion. Les pages publiques que vous avez déjà ouvertes, comme celle pour inscrire un don, s’ouvrent sans connexion.';
export const tryAgain = 'Réessayer';
export const logDonation = 'Inscrire un don';
