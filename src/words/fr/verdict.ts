// What is said of a code once it was checked: the till starts without.

export const valid = 'Code valide';
export const invalid = 'Code invalide';
export const fullyUsed = 'Code épuisé';
export const redeemed = 'Accepté';
export const givenBack = 'Annulé';

export const usesLeft = (remaining: number) =>
  `Reste ${remaining}\u00a0${remaining < 2 ? 'utilisation' : 'utilisations'}`;

/** Until when a code is good, and where, if at one store only. */
export const goodUntil = (day: string, store?: string) =>
  store ? `${store}, jusqu’au ${day}` : `Jusqu’au ${day}`;

export const noSaving = 'N’appliquez pas le rabais.';
/** Goes on after the server's sentence that a code is used up. */
export const allSpent = (uses: number | undefined) => `. ${spentUses(uses)} Aucun rabais avec ce code.`;

function spentUses(uses: number | undefined): string {
  if (uses === 1) return 'Il a déjà servi.';
  if (uses === 2) return 'Il a déjà servi deux fois.';
  return uses === undefined ? 'Il a servi toutes les fois permises.' : `Il a déjà servi ${uses}\u00a0fois.`;
}

/** What a store takes off is in its own words. */
export const takeSavingOff = (saving: string | undefined) =>
  saving ? `Appliquez le rabais maintenant\u00a0: ${saving}.` : 'Appliquez le rabais maintenant.';
export const nextCustomer = 'Client suivant';
export const onceMore = 'Accepter une autre fois';
export const noUsesLeft = 'Ce code ne peut plus servir.';
export const checkAnother = 'Vérifier un autre code';
export const newCodeByGiving = 'Pour obtenir un nouveau code, il suffit d’inscrire un don.';
