// Which news a donor gets by mail.
import type { NewsKind } from '#shared/mail.ts';

export const heading = 'Vos courriels';
export const writtenWhen = 'Nous vous écrivons dans ces cas\u00a0:';
export const pickups = 'Vos demandes de ramassage';
export const noAddress =
  'Nous n’avons pas encore votre courriel\u00a0: rien ne vous est donc envoyé. Toutes les nouvelles sont ici.';
export const failed = 'La modification a échoué.';

/** What each kind tells. */
export const newsLabels: Readonly<Record<NewsKind, string>> = {
  donation_logged: 'Un don est inscrit',
  donation_confirmed: 'Un don est confirmé, avec son code',
  donation_rejected: 'Un don est refusé',
  donation_measured: 'Un don n’a pas le poids que vous aviez dit',
  code_ending: 'Un code prend bientôt fin',
  code_used: 'Un code est utilisé',
  pickup_scheduled: 'Un ramassage est fixé',
  pickup_moved: 'Un ramassage change d’heure',
  pickup_cancelled: 'Un ramassage est annulé',
};
