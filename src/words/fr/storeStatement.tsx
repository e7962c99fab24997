// A store's own account, for whoever has its link.
import type { ReactNode } from 'react';

/** Until the store's name has come. */
export const heading = 'Relevé';
export const lead = 'Les codes de récompense acceptés par la friperie, mois par mois';
export const failed = 'Le relevé n’a pas pu être chargé';

/** @param email the office's. */
export const notYours = (email: ReactNode) => (
  <>
    Une ligne n’est pas la vôtre{'\u00a0'}? Écrivez au bureau{'\u00a0'}: {email}.
  </>
);
export const closedForGood = 'Un mois clos ne change jamais.';
export const checkSeal = (command: ReactNode) => (
  <>Pour vérifier son sceau, enregistrez le CSV et exécutez {command}, qui l’affiche.</>
);

export const linkEnded = 'Ce lien n’est plus valide';
export const notHere = 'Le relevé n’est plus ici.';
export const askAgain =
  'Le bureau vous a peut-être envoyé un lien plus récent, ou celui-ci a été coupé. Veuillez le demander de nouveau.';
