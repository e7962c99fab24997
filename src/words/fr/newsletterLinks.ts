// Where links about the newsletter lead.

export const askToConfirm = (email: string) => ({
  title: 'S’abonner à l’infolettre\u00a0?',
  text: `Nous enverrons nos nouvelles à ${email}. Vous pouvez vous désabonner en tout temps.`,
  button: 'Oui, m’abonner',
});

export const confirmed = (email: string) => ({
  title: 'Abonnement confirmé',
  text: `Nous envoyons nos nouvelles à ${email}. Chaque infolettre contient un lien pour se désabonner.`,
});

export const notWaiting = {
  title: 'Aucun abonnement',
  text: 'Cette adresse a été désabonnée de l’infolettre entre-temps. Pour la recevoir de nouveau, abonnez-vous sur notre page d’accueil.',
};

export const askToLeave = (email: string) => ({
  title: 'Se désabonner de l’infolettre\u00a0?',
  text: `Nous n’enverrons plus d’infolettre à ${email}.`,
  button: 'Me désabonner',
});

export const unsubscribed = {
  title: 'Désabonnement confirmé',
  text: 'Nous n’enverrons plus d’infolettre à cette adresse. Pour la recevoir de nouveau, abonnez-vous sur notre page d’accueil.',
};
