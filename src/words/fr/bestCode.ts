// The code that a donor does best to use first, where stores are looked for.

export const heading = 'Votre meilleur code';
export const endsFirst = 'Il se termine en premier\u00a0: utilisez-le d’abord. ';
export const atTheTill = 'Présentez-le à l’une de ces caisses, puis le commis entre le NIP du magasin.';
export const allCodes = 'Tous vos codes';
