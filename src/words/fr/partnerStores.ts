// The stores that take reward codes, on the landing page.

export const elsewhere =
  'La liste des rabais des partenaires dit qui accepte nos codes de récompense, et ce que chaque friperie offre en échange.';
export const none = 'Pas encore de friperie partenaire';
export const noneText = 'Chaque friperie qui accepte nos codes de récompense apparaîtra ici.';
export const visitWebsite = 'Voir le site';

/** Goes on after `visitWebsite` for screen readers. */
export const whoseWebsite = (store: string) => `\u00a0: ${store}, dans un nouvel onglet`;
