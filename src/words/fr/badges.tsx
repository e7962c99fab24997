// The badges that donors earn.
import type { ReactNode } from 'react';

export const firstDonor = 'Premier don';
export const greenContributor = 'Pouce vert';
export const ecoChampion = 'As de l’écologie';
export const sustainabilityHero = 'Étoile de la durabilité';

/** Of the milestones, the nearest first. */
export const milestoneNames = [
  'Pilier communautaire',
  'Moteur de la durabilité',
  'Ange gardien de la planète',
];

export const heading = 'Insignes';
export const next = (name: ReactNode, missing: number) => (
  <>
    {'Prochain\u00a0: '}
    {name}, {missing < 2 ? `encore ${missing} don` : `encore ${missing} dons`}.
  </>
);
export const all = 'Vous avez obtenu tous les insignes. Merci.';
export const whatEachIs = 'Comment les obtenir';

const donations = (count: number) => (count < 2 ? `${count} don` : `${count} dons`);

export const earnedWith = (count: number) => `Obtenu avec ${donations(count)}`;
export const earned = 'Obtenu';
export const soFar = (count: number, of: number) => `${donations(count)} sur ${of}`;
