// Pickups.
import type { ReactNode } from 'react';

/** The page that asks for a pickup. */
export const pickupRequest = {
  description:
    'Demandez à ReRound de venir chercher des objets de maison chez vous, au Manitoba, sans frais. Nous communiquons avec vous dans un délai de 1 à 2 jours ouvrables.',
  heading: 'Demander un ramassage gratuit',
  lead: 'Trop de choses pour un bac de dépôt\u00a0? Dites-nous ce que vous avez, et nous viendrons le chercher.',

  whatIsNext: 'La suite',
  whatIsNextText:
    'Nous communiquons avec vous dans un délai de 1 à 2 jours ouvrables pour fixer le jour et l’heure. Le ramassage est gratuit.',
  notSure: (link: (text: string) => ReactNode) => (
    <>
      {'Vous ne savez pas si nous le prenons\u00a0? '}
      {link('Consultez le guide')}.
    </>
  ),

  name: 'Nom',
  phone: 'Téléphone',
  email: 'Courriel',
  phoneOrEmail: 'L’un des deux suffit pour fixer une heure avec vous.',
  address: 'Adresse',
  addressHint: 'L’endroit où passer\u00a0: rue, appartement et ville.',
  items: 'Objets',
  itemsHint: 'De quoi il s’agit et combien à peu près\u00a0: deux boîtes de vaisselle, un lampadaire.',
  preferredAt: 'Date et heure souhaitées',
  preferredAtHint: (town: string) => `À l’heure locale (${town}).`,
  submit: 'Demander le ramassage',
  submitting: 'Envoi…',

  halfOfTime: 'Veuillez choisir une date et une heure',
  noContact:
    'Sans téléphone ni courriel, nous ne pouvons pas convenir d’une heure. Pour envoyer quand même, appuyez de nouveau sur «\u00a0Demander le ramassage\u00a0».',
  failed: 'La demande de ramassage n’a pas pu être envoyée. Veuillez réessayer.',
  submitted: 'Demande de ramassage envoyée',
  submittedToast:
    'Nous communiquerons avec vous dans un délai de 1 à 2 jours ouvrables pour fixer le ramassage.',
};

/** What follows a request for a pickup. */
export const pickupSubmitted = {
  title: 'Demande de ramassage envoyée · ReRound',
  heading: 'Demande de ramassage envoyée',
  whatIsNext: (whole: (text: string) => ReactNode) => (
    <>
      Nous communiquerons avec vous dans un délai de {whole('1 à 2')} jours ouvrables pour fixer le ramassage.
    </>
  ),

  name: 'Nom',
  phone: 'Téléphone',
  email: 'Courriel',
  address: 'Adresse',
  items: 'Objets',
  preferred: 'Souhaité',
  cost: 'Coût',
  free: 'Gratuit',

  untilThen: 'D’ici là, gardez les ensembles complets et emballez le verre.',
  backToGuide: 'Retour au guide',
  goHome: 'Aller à l’accueil',
};
