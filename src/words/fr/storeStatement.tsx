// A store's own account, for whoever has its link.
import type { ReactNode } from 'react';

/** Until the store's name has come. */
export const heading = 'Relevé';
export const lead = 'Les codes de récompense acceptés par la friperie, mois par mois';
export const failed = 'Le relevé n’a pas pu être chargé';

/** @param office how it is reached, as `officeReach` says it. */
export const notYours = (office: string) =>
  `Une ligne n’est pas la vôtre\u00a0? Appuyez sur «\u00a0Contester\u00a0» à côté, et le bureau vérifiera la ligne. Ou ${office}.`;
export const closedForGood = 'Un mois clos ne change jamais.';
export const checkSeal = (command: ReactNode) => (
  <>Pour vérifier son sceau, enregistrez le CSV et exécutez {command}, qui l’affiche.</>
);

export const linkEnded = 'Ce lien n’est plus valide';
export const notHere = 'Le relevé n’est plus ici.';
export const askAgain =
  'Le bureau vous a peut-être envoyé un lien plus récent, ou celui-ci a été coupé. Veuillez le demander de nouveau.';

export const thisLineNotYours = 'Cette ligne n’est pas la vôtre\u00a0?';
export const sending = 'Envoi…';
export const tellingFailed = 'Le bureau n’a pas pu être prévenu';
export const why = 'Qu’est-ce qui vous le fait croire\u00a0?';
export const whyHint = 'Le bureau lit votre message et répond à côté de la ligne. D’ici là, la ligne compte.';
export const officeKnows = 'Le bureau est prévenu';
export const officeKnowsText = 'Il vérifie la ligne. Sa réponse figurera ici, à côté de la ligne.';
