/** What somebody agrees to who subscribes to the newsletter: it stands beside the form's box, and is kept with the address. */
export const newsletterConsent =
  'J’accepte de recevoir l’infolettre et des nouvelles. Je peux me désabonner en tout temps.';
