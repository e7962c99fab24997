// The foot of the landing page.

export const heading = 'Passez nous voir, ou écrivez-nous';

/** In two lines. */
export const lettersLines = ['Des nouvelles de la', 'table de tri'] as const;
export const lettersText = 'Nouvelles, ouvertures et emplacements des bacs, de temps en temps.';
export const withoutScript = (email: string) =>
  `Ce formulaire exige JavaScript. Écrivez à ${email}, et nous vous ajouterons à la liste.`;
