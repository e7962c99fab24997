// Who runs the site, on the landing page.
import type { ReactNode } from 'react';

/** In two lines. */
export const headingLines = ['Mené par des étudiants,', 'pour le Manitoba'] as const;
export const lead =
  'ReRound est un organisme étudiant sans but lucratif. Nous recueillons des objets de maison qui ont encore de belles années devant eux, les remettons en état et les revendons, pour qu’il y ait moins de déchets et que plus de gens puissent meubler un premier chez-soi.';
export const keptGoing = (isRegisteredNonprofit: boolean) =>
  `${isRegisteredNonprofit ? 'Nous sommes un organisme sans but lucratif enregistré, porté' : 'Nous sommes portés'} par des bénévoles qui trient, réparent et étiquettent après les cours.`;

export const who = 'Qui nous sommes';
export const whoWeAre = (isRegisteredNonprofit: boolean) =>
  `Organisme étudiant sans but lucratif${isRegisteredNonprofit ? ' enregistré' : ''}`;
export const where = 'Où';
export const write = 'Écrivez-nous';
export const callUs = 'Appelez-nous';
export const visit = 'Passez nous voir';
export const pickup = 'Ramassage gratuit';
export const requestPickup = (link: (text: string) => ReactNode) => (
  <>
    {link('Demandez-en un')}, réponse en 1 à 2{'\u00a0'}jours ouvrables
  </>
);
