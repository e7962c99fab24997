// What follows a request for a pickup.
import type { ReactNode } from 'react';

export const title = 'Demande de ramassage envoyée · ReRound';
export const heading = 'Demande de ramassage envoyée';
export const whatIsNext = (whole: (text: string) => ReactNode) => (
  <>
    Nous communiquerons avec vous dans un délai de {whole('1 à 2')} jours ouvrables pour fixer le ramassage.
  </>
);

export const name = 'Nom';
export const phone = 'Téléphone';
export const email = 'Courriel';
export const address = 'Adresse';
export const items = 'Objets';
export const preferred = 'Souhaité';
export const cost = 'Coût';
export const free = 'Gratuit';

export const untilThen = 'D’ici là, gardez les ensembles complets et emballez le verre.';
export const backToGuide = 'Retour au guide';
export const goHome = 'Aller à l’accueil';
