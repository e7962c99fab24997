// What the whole site says: its frame, its titles, and what any page says of a load or a failure.
import type { Language } from '#shared/languages.ts';

/** The language that this build of the site speaks. */
export const language: Language = 'fr';

// What any page says where the site is out of reach.

/** No answer came. */
export const networkError = 'Erreur de réseau';

// What any page says of a call that failed, where it has no words of its own.

/** Above what went wrong. */
export const errorTitle = 'Erreur';
export const unknownError = 'Erreur inconnue';

// What is shown while something loads.
export const loading = 'Chargement…';

export const print = 'Imprimer';

export const skip = 'Aller au contenu';

// What every status is called, wherever it is shown: of a donation, a code, a bin, a pickup or a mail.
export const statusWords = {
  pending: 'En attente',
  confirmed: 'Confirmé',
  rejected: 'Refusé',
  active: 'Actif',
  used: 'Utilisé',
  expired: 'Expiré',
  revoked: 'Révoqué',
  inactive: 'Inactif',
  overflow: 'Plein',
  scheduled: 'Prévu',
  completed: 'Terminé',
  cancelled: 'Annulé',
  sent: 'Envoyé',
  waiting: 'En attente',
  failed: 'Échoué',
  suppressed: 'Retenu',
  unsubscribed: 'Désabonné',
  qualifying: 'Admissible',
};

/** What the picture beside a code is. */
export const qrCodeFor = (code: string) => `Code QR pour ${code}`;

/** What the site says of itself in more than one place. */
export const site = {
  slogan: 'Bouclons la boucle. Ouvrons l’avenir.',

  /** Its first sentence, and its second. */
  sloganCall: 'Bouclons la boucle.',
  sloganPromise: 'Ouvrons l’avenir.',

  /** The lines in which it is painted large. The mark takes the place of an O that a line begins with. */
  sloganLines: ['Bouclons', 'la boucle.', 'Ouvrons', 'l’avenir.'],
};

/** What the document itself says, before any page is in it. */
export const shell = {
  description: `${site.slogan} Donnez les objets de maison qui ne vous servent plus et obtenez des codes de récompense pour des friperies partenaires du Manitoba.`,

  /** The file that says what a phone installs. */
  manifest: '/site.fr.webmanifest',

  /** What stands where an address of the site is shared. */
  socialCard: '/social-card-fr.png',
};

/** What stands in the browser's tab, by the names of `#shared/screens.ts`. */
export const titles = {
  home: `ReRound · ${site.slogan}`,
  log: 'Inscrire un don · ReRound',
  redeem: 'Accepter un code · ReRound',
  guide: 'Qu’est-ce que le bric-à-brac\u00a0? · ReRound',
  pickupRequest: 'Demander un ramassage gratuit · ReRound',
  discounts: 'Rabais des partenaires · ReRound',
  privacy: 'Confidentialité · ReRound',
  accessibility: 'Accessibilité · ReRound',
  binDemo: 'Deux codes sur chaque bac · ReRound',
  donorLogin: 'Connexion des donateurs · ReRound',
  reportOverflow: 'Signaler un bac · ReRound',
  sharedStatus: 'État des dons · ReRound',
  dashboard: 'Votre tableau de bord · ReRound',
  offline: 'Vous êtes hors ligne · ReRound',
  mailLink: 'Ce lien ne fonctionne pas · ReRound',
  storeStatement: 'Relevé · ReRound',
  pickup: 'Votre ramassage · ReRound',
  notFound: 'Page introuvable · ReRound',
};

/** The header of every page for visitors and donors, and its menu. */
export const siteHeader = {
  homeLink: 'ReRound, accueil',
  mainNavigation: 'Navigation principale',
  logDonation: 'Inscrire un don',
  donorLogin: 'Connexion',
  dashboard: 'Tableau de bord',

  menu: 'Menu',
  menuName: 'Menu de ReRound',
  closeMenu: 'Fermer le menu',
};

/** What the links of the header are called; the footer has some of them too. */
export const siteLinks = {
  home: 'Accueil',
  howItWorks: 'Fonctionnement',
  guide: 'Bric-à-brac',
  services: 'Services',
  community: 'Communauté',
  contact: 'Contact',
};

/** The footer of every page for visitors and donors. */
export const siteFooter = {
  whatWeAre: 'Un programme étudiant de réemploi, sans but lucratif, au Manitoba (Canada).',
  madeBy: 'Fait par des étudiants du Manitoba',

  copyright: (year: number, organization: string, isRegisteredNonprofit: boolean) =>
    `© ${year} ${organization}${isRegisteredNonprofit ? ', organisme sans but lucratif enregistré' : ''}`,
};

/** What the links of the footer are called, beside those of the header. */
export const footerLinks = {
  donors: 'Pour donner',
  log: 'Inscrire un don',
  whatToGive: 'Ce que vous pouvez donner',
  dashboard: 'Votre tableau de bord',
  discounts: 'Rabais des partenaires',
  pickup: 'Ramassage gratuit',

  aboutReRound: 'À propos de ReRound',
  about: 'Qui nous sommes',

  staff: 'Personnel',
  redeem: 'Friperies partenaires\u00a0: accepter un code',
  adminLogin: 'Connexion admin',

  privacy: 'Confidentialité',
  accessibility: 'Accessibilité',
};

export const languageSwitch = {
  /** The other language, as it calls itself. */
  otherLanguage: 'en' as Language,
  otherName: 'English',

  /** The same where there is little room. */
  otherShort: 'EN',
};

/** Around every page for visitors and donors. */
export const publicFrame = {
  noConnection: 'Aucune connexion',

  /** Goes on after `noConnection`. */
  nothingIsLost:
    '. Rien de ce que vous avez écrit n’est perdu tant que cette page reste ouverte\u00a0: envoyez-le une fois de retour en ligne.',
};

/** A screen that failed to load, or broke. */
export const routeFailure = {
  networkError: 'Erreur de réseau',
  networkErrorText: 'Il n’y a pas de connexion en ce moment. Vérifiez-la, puis réessayez.',
  newVersion: 'Une nouvelle version est arrivée',
  newVersionText:
    'La page est en train de la charger. S’il ne se passe rien, appuyez sur «\u00a0Réessayer\u00a0».',
  broken: 'Un problème est survenu',

  /** @param requestId by which the call can be found in the server's log, where there was one. */
  brokenText: (requestId: string | undefined) =>
    `Cette page n’a pas pu être affichée. Il suffit souvent de réessayer.${requestId === undefined ? '' : ` Référence\u00a0: ${requestId}.`}`,
  retry: 'Réessayer',
  goHome: 'Aller à l’accueil',
};

/** An address that no page has. */
export const notFound = {
  heading: 'Cette page est introuvable',
  text: 'Quelqu’un l’a peut-être emportée à la maison. Le reste de l’étagère est encore là.',
  goHome: 'Aller à l’accueil',
};

/** What a browser without a connection shows in place of a page. */
export const offline = {
  description: 'Il n’y a pas de connexion en ce moment.',
  heading: 'Vous êtes hors ligne',
  text: 'Les pages s’ouvrent dès qu’il y a une connexion. Un don qui attend sur cet appareil est alors envoyé.',
  tryAgain: 'Réessayer',
};

/** What a link in a mail leads to where it does not work. */
export const mailLink = {
  description: 'Un lien d’un courriel envoyé par ce site.',
  heading: 'Ce lien ne fonctionne pas',
  text: 'Il a peut-être été coupé. Ouvrez-le de nouveau à partir du courriel, ou copiez-le au complet.',

  /** The button, until the server puts what it does in. */
  goOn: 'Continuer',
};

/** A load that failed, and the way to try again. */
export const retrying = {
  retry: 'Réessayer',
  retrying: 'Nouvel essai…',
  formBroken: 'Ce formulaire ne fonctionne plus.',
};

export const toast = {
  close: 'Fermer',
  region: 'Notifications',
};
