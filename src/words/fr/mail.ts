// The newsletter, and the pages that links in mails lead to.

/** The consent to the newsletter: shown beside the form's checkbox, and stored with the address. */
export const newsletterConsent =
  'J’accepte de recevoir l’infolettre et des nouvelles. Je peux me désabonner en tout temps.';

/** The form that subscribes to the newsletter. */
export const newsletterForm = {
  form: 'Infolettre',
  email: 'Courriel',
  emailExample: 'vous@exemple.ca',
  firstName: 'Prénom',
  optional: 'facultatif',
  subscribe: 'S’abonner',
  subscribing: 'Abonnement…',

  success: 'C’est fait\u00a0!',
  error: 'Erreur',
  failed: 'L’abonnement à l’infolettre a échoué',
  emailMissing: 'Veuillez entrer votre adresse courriel',
  emailMissingAtField: 'Il manque votre courriel.',
  consentMissing: 'Veuillez accepter de recevoir l’infolettre et des nouvelles',
  consentMissingAtField: 'Veuillez cocher cette case.',
};

/** The pages of links about the newsletter. */
export const newsletterLinks = {
  askToConfirm: (email: string) => ({
    title: 'S’abonner à l’infolettre\u00a0?',
    text: `Nous enverrons nos nouvelles à ${email}. Vous pouvez vous désabonner en tout temps.`,
    button: 'Oui, m’abonner',
  }),

  confirmed: (email: string) => ({
    title: 'Abonnement confirmé',
    text: `Nous envoyons nos nouvelles à ${email}. Chaque infolettre contient un lien pour se désabonner.`,
  }),

  notSubscribed: {
    title: 'Aucun abonnement',
    text: 'Cette adresse a été désabonnée de l’infolettre entre-temps. Pour la recevoir de nouveau, abonnez-vous sur notre page d’accueil.',
  },

  askToUnsubscribe: (email: string) => ({
    title: 'Se désabonner de l’infolettre\u00a0?',
    text: `Nous n’enverrons plus d’infolettre à ${email}.`,
    button: 'Me désabonner',
  }),

  unsubscribed: {
    title: 'Désabonnement confirmé',
    text: 'Nous n’enverrons plus d’infolettre à cette adresse. Pour la recevoir de nouveau, abonnez-vous sur notre page d’accueil.',
  },
};

/** The page of a link that stops one kind of mail. `when` says when that kind is sent. */
export const newsOff = {
  question: (email: string, when: string) => ({
    title: 'Ne plus recevoir ces courriels\u00a0?',
    text: `Nous n’écrirons plus à ${email} ${when}. Vous recevrez toujours les autres courriels.`,
    button: 'Ne plus les recevoir',
  }),

  done: (email: string, when: string, isOnDashboard: boolean) => ({
    title: 'C’est fait',
    text: `Nous n’écrirons plus à ${email} ${when}.${isOnDashboard ? ' Vous pouvez changer d’avis dans votre tableau de bord.' : ''}`,
  }),
};

/** The page of the link that makes a browser a till. */
export const tillLink = {
  question: (store: string) => ({
    title: `${store}\u00a0: faire de cet appareil une caisse\u00a0?`,
    text: 'Seulement sur un appareil de la friperie elle-même. La page pour accepter un code montre alors ce qui a été accepté ici aujourd’hui. Il faut toujours le NIP pour accepter un code.',
    button: 'En faire une caisse',
  }),

  linkEnded: (hours: number) => ({
    title: 'Ce lien a déjà servi ou n’est plus valable',
    text: `Chaque lien ne sert que pour une caisse, dans un délai de ${hours} heures. Veuillez en demander un autre au bureau.`,
  }),

  storeInactive: {
    title: 'Cette friperie n’accepte pas de codes pour le moment',
    text: 'Elle est désactivée et n’aura pas de caisse avant sa réactivation. Veuillez vous adresser au bureau.',
  },

  broken: {
    title: 'Ce lien ne fonctionne pas',
    text: 'Il a peut-être été coupé. Veuillez l’ouvrir en entier ou en demander un autre au bureau.',
  },
};
