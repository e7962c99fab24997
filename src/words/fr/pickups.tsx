import type { ReactNode } from 'react';

/** The names of a request's parts. */
export const pickupParts = {
  name: 'Nom',
  phone: 'Téléphone',
  email: 'Courriel',
  address: 'Adresse',
  items: 'Objets',
  preferred: 'Souhaité',
};

/** The page with the form to request a pickup. */
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

  phoneOrEmail: 'L’un des deux suffit pour fixer une heure avec vous.',
  addressHint: 'L’endroit où passer\u00a0: rue, appartement et ville.',
  itemsHint: 'De quoi il s’agit et combien à peu près\u00a0: deux boîtes de vaisselle, un lampadaire.',
  preferredTime: 'Date et heure souhaitées',
  preferredTimeHint: (town: string) => `À l’heure locale (${town}).`,

  windowHeading: 'Quand pouvons-nous passer\u00a0?',
  windowHint:
    'Choisissez une plage horaire. Nous communiquons avec vous dans un délai de 1 à 2 jours ouvrables pour la confirmer.',
  thisWeek: 'Cette semaine',
  loadingTimes: 'Chargement des plages horaires…',
  timesFailed:
    'Les plages horaires n’ont pas pu être chargées. Vous pouvez nous écrire le moment souhaité, ou réessayer.',
  placesLeft: (count: number) => `${count} ${count < 2 ? 'place' : 'places'}`,
  /** `placesLeft` for screen readers. */
  spokenPlacesLeft: (count: number) => `${count} ${count < 2 ? 'place libre' : 'places libres'}`,
  full: 'Complet',
  anotherTime: 'Un autre moment',
  anotherTimeHint: 'à préciser',
  preferredWords: 'Quel moment vous conviendrait\u00a0?',
  preferredWordsHint: 'Par exemple\u00a0: en semaine après 17\u00a0h, ou n’importe quel samedi.',
  missingTime: 'Veuillez choisir une plage horaire, ou «\u00a0Un autre moment\u00a0»',

  submit: 'Demander le ramassage',
  submitting: 'Envoi…',

  incompleteTime: 'Veuillez choisir une date et une heure',
  missingContact:
    'Sans téléphone ni courriel, nous ne pouvons pas convenir d’une heure. Pour envoyer quand même, appuyez de nouveau sur «\u00a0Demander le ramassage\u00a0».',
  failed: 'La demande de ramassage n’a pas pu être envoyée. Veuillez réessayer.',
  submittedToast:
    'Nous communiquerons avec vous dans un délai de 1 à 2 jours ouvrables pour fixer le ramassage.',
};

/** The page after a request was sent. */
export const pickupSubmitted = {
  heading: 'Demande de ramassage envoyée',
  whatIsNext: (renderUnbroken: (text: string) => ReactNode) => (
    <>
      Nous communiquerons avec vous dans un délai de {renderUnbroken('1 à 2')} jours ouvrables pour fixer le
      ramassage.
    </>
  ),
  cost: 'Coût',
  free: 'Gratuit',

  link: 'Votre lien privé',
  linkText:
    'Il montre ce qui est convenu et permet d’annuler le ramassage. Conservez-le\u00a0: toute personne qui l’a peut s’en servir.',
  openLink: 'Voir votre ramassage',
  copyLink: 'Copier le lien',

  untilThen: 'D’ici là, gardez les ensembles complets et emballez le verre.',
  backToGuide: 'Retour au guide',
  goHome: 'Aller à l’accueil',
};

/** The page of one pickup, which its private link opens. */
export const linkedPickup = {
  /** The heading while the pickup loads. */
  heading: 'Votre ramassage',
  headings: {
    pending: 'Nous avons votre demande',
    scheduled: 'Nous passons chez vous',
    completed: 'Votre ramassage est terminé',
    cancelled: 'Votre ramassage est annulé',
  },
  whatIsNext: {
    pending:
      'Nous communiquons avec vous dans un délai de 1 à 2 jours ouvrables pour fixer le jour et l’heure.',
    scheduled: 'Gardez les ensembles complets et emballez le verre.',
    completed: 'Merci. Vos objets retrouveront bientôt une place sur une étagère.',
    cancelled: 'Personne ne passera.',
  },
  failed: 'Votre ramassage n’a pas pu être chargé',

  scheduled: 'Passage',
  anyTime: 'N’importe quand',
  requested: 'Demandé',

  questions: (email: ReactNode, phone: ReactNode) => (
    <>
      {'Quelque chose ne vous convient pas\u00a0? Écrivez-nous\u00a0: '}
      {email}
      {phone && (
        <>
          {' '}
          ou appelez-nous{'\u00a0'}: {phone}
        </>
      )}
      .
    </>
  ),

  cancel: 'Annuler le ramassage',
  cancelTitle: 'Annuler ce ramassage\u00a0?',
  cancelText: 'Personne ne passera.',
  /** Instead of `cancelText`, if the request has taken one of the times that were offered. */
  cancelTextWithWindow: 'Personne ne passera, et votre plage horaire sera offerte à quelqu’un d’autre.',
  keepPickup: 'Le garder',
  cancelling: 'Annulation…',
  cancelFailed: 'Le ramassage n’a pas pu être annulé',
  cancelled: 'Ramassage annulé',

  wrongLink: 'Ce lien ne fonctionne pas',
  noPickup: 'Il n’y a pas de ramassage ici.',
  wrongLinkHint:
    'Le lien a peut-être été coupé, ou le ramassage remonte à longtemps. Veuillez ouvrir le lien en entier.',
  requestPickup: 'Demander un ramassage',
};
