// The code that a donor does best to use first, where stores are looked for.

export const heading = 'Votre meilleur code';
export const endsFirst = 'Il se termine en premier\u00a0: commencez par lui. ';
export const atTheTill =
  'Présentez ce code à l’une de ces caisses, puis le commis entre le NIP de la friperie.';
export const allCodes = 'Tous vos codes';
