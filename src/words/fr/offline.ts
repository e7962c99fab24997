// What a browser without a connection shows in place of a page.

export const description = 'Il n’y a pas de connexion en ce moment.';
export const heading = 'Vous êtes hors ligne';
export const text =
  'Les pages s’ouvrent dès qu’il y a une connexion. Un don qui attend sur cet appareil est alors envoyé.';
export const tryAgain = 'Réessayer';
