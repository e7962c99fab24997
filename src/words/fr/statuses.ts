// What every status is called, wherever it is shown: of a donation, a code, a bin, a pickup or a mail.

export const statusWords = {
  pending: 'En attente',
  confirmed: 'Confirmé',
  rejected: 'Refusé',
  active: 'Actif',
  used: 'Utilisé',
  expired: 'Expiré',
  revoked: 'Révoqué',
  inactive: 'Inactif',
  overflow: 'Plein',
  scheduled: 'Prévu',
  completed: 'Terminé',
  cancelled: 'Annulé',
  sent: 'Envoyé',
  waiting: 'En attente',
  failed: 'Échoué',
  suppressed: 'Retenu',
  unsubscribed: 'Désabonné',
  qualifying: 'Admissible',
};
