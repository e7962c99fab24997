// Where the link of a mail leads that stops others of its kind.
import type { NewsKind } from '#shared/mail.ts';

/** Of what each kind of news tells. */
const when: Readonly<Record<NewsKind, string>> = {
  donation_logged: 'quand un don est inscrit',
  donation_confirmed: 'quand un don est confirmé',
  donation_rejected: 'quand un don est refusé',
  donation_measured: 'quand un don n’a pas le poids indiqué',
  code_ending: 'quand un code prend bientôt fin',
  code_used: 'quand un code est utilisé',
  pickup_scheduled: 'quand un ramassage est fixé',
  pickup_moved: 'quand un ramassage change d’heure',
  pickup_cancelled: 'quand un ramassage est annulé',
};

export const question = (email: string, kind: NewsKind) => ({
  title: 'Ne plus recevoir ces courriels\u00a0?',
  text: `Nous n’écrirons plus à ${email} ${when[kind]}. Vous recevrez toujours les autres courriels.`,
  button: 'Ne plus les recevoir',
});

export const done = (email: string, kind: NewsKind, isOnDashboard: boolean) => ({
  title: 'C’est fait',
  text: `Nous n’écrirons plus à ${email} ${when[kind]}.${isOnDashboard ? ' Vous pouvez changer d’avis dans votre tableau de bord.' : ''}`,
});
