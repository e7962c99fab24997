// What a link in a mail leads to where it does not work.

export const description = 'Un lien d’un courriel envoyé par ce site.';
export const heading = 'Ce lien ne fonctionne pas';
export const text =
  'Il a peut-être été coupé. Ouvrez-le de nouveau à partir du courriel, ou copiez-le au complet.';

/** The button, until the server puts what it does in. */
export const goOn = 'Continuer';
