// A store's statement on paper.

export const heading = 'Relevé';
export const openUntil = (day: string) => `Ouvert jusqu’au ${day}\u00a0: des lignes peuvent s’y ajouter`;
export const closedAt = (instant: string) => `Clos le ${instant}`;

/** Goes on after a use that is given back: why it stands in another month than it was taken in. */
export const isClosed = (monthName: string) => ` (${monthName} est clos)`;
export const nothingRedeemed = (monthName: string) => `Aucun code n’a été accepté en ${monthName}.`;

export const netUses = 'Utilisations nettes';
export const howItIsKept =
  'Les trois derniers caractères des codes sont masqués. Une utilisation rendue après la clôture d’un mois figure dans le mois où elle a été rendue\u00a0; un mois clos ne change jamais.';

/** @param email the office's. */
export const notYours = (email: string) => `Une ligne n’est pas la vôtre\u00a0? Écrivez à ${email}.`;
