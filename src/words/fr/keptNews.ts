// What became of donations that were logged without a connection. No words here name a donor: others may use this phone.

export const sent = (count: number) => (count < 2 ? 'Don conservé envoyé' : 'Dons conservés envoyés');
export const sentDescription = (count: number) =>
  count < 2
    ? 'Votre don est inscrit. L’équipe le confirme, en général dans les deux jours.'
    : `Les ${count} dons sont inscrits. L’équipe les confirme, en général dans les deux jours.`;

export const refused = (count: number) =>
  count < 2 ? 'Un don conservé n’a pas été inscrit' : 'Des dons conservés n’ont pas été inscrits';
export const refusedDescription = (why: string) =>
  `${why} Ouvrez «\u00a0Inscrire un don\u00a0» pour le corriger.`;

/** Why it was refused on this phone. */
export const tooOld = 'Il a attendu plus de deux semaines\u00a0: il n’est plus envoyé automatiquement.';
/** After that, where nobody knows. */
export const mayHaveArrived =
  'Un essai précédent a peut-être abouti\u00a0: regardez d’abord votre tableau de bord.';
