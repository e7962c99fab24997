// The page that asks for a pickup.
import type { ReactNode } from 'react';

export const description =
  'Demandez à ReRound de venir chercher des objets de maison chez vous, au Manitoba, sans frais. Nous communiquons avec vous dans un délai de 1 à 2 jours ouvrables.';
export const heading = 'Demander un ramassage gratuit';
export const lead =
  'Trop de choses pour un bac de dépôt\u00a0? Dites-nous ce que vous avez, et nous viendrons le chercher.';

export const whatIsNext = 'La suite';
export const whatIsNextText =
  'Nous communiquons avec vous dans un délai de 1 à 2 jours ouvrables pour fixer le jour et l’heure. Le ramassage est gratuit.';
export const notSure = (link: (text: string) => ReactNode) => (
  <>
    {'Vous ne savez pas si nous le prenons\u00a0? '}
    {link('Consultez le guide')}.
  </>
);

export const name = 'Nom';
export const phone = 'Téléphone';
export const email = 'Courriel';
export const phoneOrEmail = 'L’un des deux suffit pour fixer une heure avec vous.';
export const address = 'Adresse';
export const addressHint = 'L’endroit où passer\u00a0: rue, appartement et ville.';
export const items = 'Objets';
export const itemsHint =
  'De quoi il s’agit et combien à peu près\u00a0: deux boîtes de vaisselle, un lampadaire.';
export const preferredAt = 'Date et heure souhaitées';
export const preferredAtHint = (town: string) => `À l’heure locale (${town}).`;
export const submit = 'Demander le ramassage';
export const submitting = 'Envoi…';

export const halfOfTime = 'Veuillez choisir une date et une heure';
export const noContact =
  'Sans téléphone ni courriel, nous ne pouvons pas convenir d’une heure. Pour envoyer quand même, appuyez de nouveau sur «\u00a0Demander le ramassage\u00a0».';
export const failed = 'La demande de ramassage n’a pas pu être envoyée. Veuillez réessayer.';
export const submitted = 'Demande de ramassage envoyée';
export const submittedToast =
  'Nous communiquerons avec vous dans un délai de 1 à 2 jours ouvrables pour fixer le ramassage.';
