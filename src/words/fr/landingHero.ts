// The top of the landing page.

export const description =
  'Donnez les objets de maison qui ne vous servent plus et obtenez des codes de récompense pour des friperies partenaires du Manitoba. Un programme étudiant de réemploi, sans but lucratif.';

export const lead =
  'Donnez les objets de maison qui ne vous servent plus. Nous les trions, les remettons en état et les revendons au Manitoba, et vous obtenez des codes de récompense pour nos friperies partenaires.';
export const logDonation = 'Inscrire un don';
export const howItWorks = 'Comment ça marche';
