// The till to be tried out.

export const heading = 'Exercice';
export const promise = 'Rien n’est compté ici.';
export const stop = 'Quitter';

/** What can be practised. */
export const lessonsLegend = 'Résultat à essayer';
export const lessons = {
  valid: 'Valide',
  oneUse: 'Dernière utilisation',
  usedUp: 'Épuisé',
  expired: 'Expiré',
  notFound: 'Introuvable',
  wrongPin: 'NIP invalide',
};
export const store = 'Friperie d’exercice';

export const rewardCode = 'Code de récompense';
export const alwaysThis = (code: string) => `Pour l’exercice, c’est toujours ${code}.`;
export const onlyThis = (code: string) =>
  `L’exercice n’accepte que ${code}. Quittez-le pour vérifier un vrai code.`;
export const anyPin = 'chiffres au choix';
export const redeem = 'Accepter (exercice)';
