// A screen that failed to load, or broke.

export const networkError = 'Erreur de réseau';
export const networkErrorText = 'Il n’y a pas de connexion en ce moment. Vérifiez-la, puis réessayez.';
export const newVersion = 'Une nouvelle version est arrivée';
export const newVersionText =
  'La page est en train de la charger. S’il ne se passe rien, appuyez sur «\u00a0Réessayer\u00a0».';
export const broken = 'Un problème est survenu';

/** @param requestId by which the call can be found in the server's log, where there was one. */
export const brokenText = (requestId: string | undefined) =>
  `Cette page n’a pas pu être affichée. Il suffit souvent de réessayer.${requestId === undefined ? '' : ` Référence\u00a0: ${requestId}.`}`;
export const retry = 'Réessayer';
export const goHome = 'Aller à l’accueil';
