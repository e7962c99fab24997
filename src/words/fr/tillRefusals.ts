// What the till says by itself in the server's own sentences.

export const notFound = 'Code introuvable';
export const expired = 'Code expiré';
export const usedUp = 'Code entièrement utilisé';
export const unknown = 'Erreur inconnue';
export const otherPartner = 'Ce code est pour une autre friperie partenaire.';
export const invalidPin = 'NIP invalide';
export const noPin = 'Veuillez entrer votre NIP de partenaire.';
export const noCode = 'Entrez d’abord un code de récompense.';
export const strangeCharacter =
  'Un code ne contient jamais O, 0, I, L ni 1. Regardez ce caractère de nouveau.';

/** Its first sentence; how long to wait follows. */
export const tooManyTries = 'Trop d’essais.';
