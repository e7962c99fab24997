// How to reach the organisation.

export const address = 'Adresse';
export const email = 'Courriel';
export const phone = 'Téléphone';
export const hours = 'Heures d’ouverture';

/** Before what it names, for screen readers. */
export const named = (name: string) => `${name}\u00a0: `;
