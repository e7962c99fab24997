// The landing page.
import type { ReactNode } from 'react';

/** The top of the landing page. */
export const landingHero = {
  description:
    'Donnez les objets de maison qui ne vous servent plus et obtenez des codes de récompense pour des friperies partenaires du Manitoba. Un programme étudiant de réemploi, sans but lucratif.',

  lead: 'Donnez les objets de maison qui ne vous servent plus. Nous les trions, les remettons en état et les revendons au Manitoba, et vous obtenez des codes de récompense pour nos friperies partenaires.',
  logDonation: 'Inscrire un don',
  howItWorks: 'Comment ça marche',
};

/** The four steps of the landing page. */
export const howItWorks = {
  heading: 'Comment ça marche',
  lead: 'Quatre tours de boucle, et un objet retrouve une cuisine, avec un rabais pour vous.',
  steps: [
    {
      title: 'Donnez vos objets',
      text: 'Déposez du bric-à-brac propre dans un bac près de chez vous, ou demandez un ramassage gratuit.',
    },
    {
      title: 'Inscrivez votre don',
      text: 'Balayez le code du bac, puis entrez votre numéro étudiant et une tranche de poids.',
    },
    {
      title: 'Recevez vos codes',
      text: 'Notre équipe confirme le don. Vos codes apparaissent ensuite dans votre tableau de bord.',
    },
    {
      title: 'Magasinez à rabais',
      text: 'Montrez un code dans une friperie partenaire, et le rabais est à vous.',
    },
  ],
  logDonation: 'Inscrire un don',
  whatToGive: 'Que puis-je donner\u00a0?',
};

/** The rewards, on the landing page. */
export const landingRewards = {
  heading: 'Ce que vos dons rapportent',
  exampleCode: 'Code de récompense, exemple',

  atTheTill: 'À la caisse',
  visitStore: '1. Allez chez un partenaire',
  presentCode: '2. Présentez votre code',
  howToPresent: 'Sur votre téléphone ou imprimé, en texte ou en code QR.',
  enterPin: '3. La friperie entre son NIP',
  saved: 'NIP entré, code accepté, rabais accordé.',

  viewStores: 'Voir les friperies',
  checkStatus: 'Voir l’état de vos dons',
};

/** What the organisation does, on the landing page. */
export const services = {
  heading: 'Services',

  /** The stages that a donated item goes through. */
  stages: ['Collecte', 'Tri', 'Remise en état', 'Revente'],

  collection: 'Collecte d’objets',
  collectionText:
    'Des bacs de dépôt sur le campus et en ville, et un ramassage gratuit pour les grosses boîtes.',
  processing: 'Tri et remise en état',
  processingText:
    'Nous trions, nettoyons, testons et réparons. Les ensembles restent complets, les ampoules sont remplacées.',
  store: 'Magasin communautaire',
  storeText: 'Ce qui est prêt retourne en rayon, à un prix étudiant.',

  learnMore: 'En savoir plus',
  visitStore: 'Voir le magasin',

  /** Continues `learnMore` and `visitStore` for screen readers. */
  aboutService: (service: string) => `\u00a0: ${service}`,
};

/** What people have said about ReRound, on the landing page. */
export const testimonials = {
  testimonials: 'Témoignages',
  example: 'Exemple de témoignage',
  quoted: (words: string) => `«\u00a0${words}\u00a0»`,
};

/** Who runs the site, on the landing page. */
export const about = {
  /** The two lines of the heading. */
  headingLines: ['Mené par des étudiants,', 'pour le Manitoba'] as const,
  lead: 'ReRound est un organisme étudiant sans but lucratif. Nous recueillons des objets de maison qui ont encore de belles années devant eux, les remettons en état et les revendons, pour qu’il y ait moins de déchets et que plus de gens puissent meubler un premier chez-soi.',
  volunteers: (isRegisteredNonprofit: boolean) =>
    `${isRegisteredNonprofit ? 'Nous sommes un organisme sans but lucratif enregistré, porté' : 'Nous sommes portés'} par des bénévoles qui trient, réparent et étiquettent après les cours.`,

  who: 'Qui nous sommes',
  whoWeAre: (isRegisteredNonprofit: boolean) =>
    `Organisme étudiant sans but lucratif${isRegisteredNonprofit ? ' enregistré' : ''}`,
  where: 'Où',
  write: 'Écrivez-nous',
  callUs: 'Appelez-nous',
  visit: 'Passez nous voir',
  pickup: 'Ramassage gratuit',
  requestPickup: (link: (text: string) => ReactNode) => (
    <>
      {link('Demandez-en un')}, réponse en 1 à 2{'\u00a0'}jours ouvrables
    </>
  ),
};

/** Volunteers, things to read and stores, on the landing page. */
export const community = {
  heading: 'Communauté',
  lead: 'Deux heures après les cours, et la table de tri se vide à vue d’œil. Aucune expérience requise\u00a0: nous vous montrons comment faire.',
  sort: 'Trier et étiqueter les dons',
  repair: 'Réparer lampes, jouets et cadres',
  drive: 'Faire une tournée de ramassage',
  volunteer: 'Devenir bénévole',

  learnToReuse: 'Apprendre le réemploi',
  read: 'Lire',
  accepted: 'Le bric-à-brac, c’est quoi\u00a0?',
  acceptedText: 'Les six catégories, avec des exemples',
  quality: 'Est-ce encore en bon état\u00a0?',
  qualityText: 'La vérification en cinq points',
  notAccepted: 'Ce que nous ne prenons pas',
  notAcceptedText: 'Et ce qu’il vaut mieux nous demander avant',

  stores: 'Friperies partenaires',
  viewStores: 'Voir les friperies partenaires',
};

/** The stores that take reward codes, on the landing page. */
export const partnerStores = {
  elsewhere:
    'La liste des rabais des partenaires dit qui accepte nos codes de récompense, et ce que chaque friperie offre en échange.',
  none: 'Pas encore de friperie partenaire',
  noneText: 'Chaque friperie qui accepte nos codes de récompense apparaîtra ici.',
  visitWebsite: 'Voir le site',

  /** Continues `visitWebsite` for screen readers. */
  whoseWebsite: (store: string) => `\u00a0: ${store}, dans un nouvel onglet`,
};

/** The last section of the landing page. */
export const landingContact = {
  heading: 'Passez nous voir, ou écrivez-nous',

  /** The two lines of the newsletter's heading. */
  newsletterLines: ['Des nouvelles de la', 'table de tri'] as const,
  newsletterText: 'Nouvelles, ouvertures et emplacements des bacs, de temps en temps.',
  withoutScript: (email: string) =>
    `Ce formulaire exige JavaScript. Écrivez à ${email}, et nous vous ajouterons à la liste.`,
};

/** How to reach the organisation. */
export const contactWays = {
  address: 'Adresse',
  email: 'Courriel',
  phone: 'Téléphone',
  hours: 'Heures d’ouverture',

  /** Screen readers read it before each way. */
  label: (name: string) => `${name}\u00a0: `,
};
