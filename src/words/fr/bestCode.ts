// The code that a donor does best to use first, where stores are looked for.

export const heading = 'Votre meilleur code';
export const endsFirst = 'Il prend fin le premier\u00a0: utilisez-le d’abord. ';
export const atTheTill =
  'Présentez ce code à l’une de ces caisses, puis le commis entre le NIP de la friperie.';
export const allCodes = 'Tous vos codes';
