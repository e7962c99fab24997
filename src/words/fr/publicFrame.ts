// Around every page for visitors and donors.

export const noConnection = 'Aucune connexion';

/** Goes on after `noConnection`. */
export const nothingIsLost =
  '. Rien de ce que vous avez écrit n’est perdu tant que cette page reste ouverte\u00a0: envoyez-le une fois de retour en ligne.';
