// Words of every page: the frame, the titles, loading and failures.
import type { Language } from '#shared/languages.ts';

/** The language that this build of the site speaks. */
export const language: Language = 'fr';

/** The message if a call gets no answer. */
export const networkError = 'Erreur de réseau';

/** The title of a toast about a failure. */
export const errorTitle = 'Erreur';
export const unknownError = 'Erreur inconnue';

export const loading = 'Chargement…';

export const print = 'Imprimer';

export const skip = 'Aller au contenu';

/** The name of every status that a pill can show. */
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

/** The name of a QR code, for screen readers. */
export const qrCodeFor = (code: string) => `Code QR pour ${code}`;

/** The slogan, in several forms. */
export const site = {
  slogan: 'Bouclons la boucle. Ouvrons l’avenir.',

  /** The slogan's first sentence, and its second. */
  sloganCall: 'Bouclons la boucle.',
  sloganPromise: 'Ouvrons l’avenir.',

  /** The lines of the large slogan. The logo replaces an O at the start of a line. */
  sloganLines: ['Bouclons', 'la boucle.', 'Ouvrons', 'l’avenir.'],
};

/** Texts and addresses in the HTML document's head. */
export const shell = {
  description: `${site.slogan} Donnez les objets de maison qui ne vous servent plus et obtenez des codes de récompense pour des friperies partenaires du Manitoba.`,

  /** The manifest of the installed app. */
  manifest: '/site.fr.webmanifest',

  /** The picture in previews of shared links. */
  socialCard: '/social-card-fr.png',
};

/** The document titles, by the names of `#shared/screens.ts`. */
export const titles = {
  home: `ReRound · ${site.slogan}`,
  log: 'Inscrire un don · ReRound',
  redeem: 'Accepter un code · ReRound',
  guide: 'Qu’est-ce que le bric-à-brac\u00a0? · ReRound',
  dropOff: 'Où déposer vos dons · ReRound',
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

/** The links of the header. The footer has some of them too. */
export const siteLinks = {
  home: 'Accueil',
  howItWorks: 'Fonctionnement',
  guide: 'Bric-à-brac',
  bins: 'Bacs',
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

/** The footer's headings, and its links that the header lacks or names otherwise. */
export const footerLinks = {
  donors: 'Pour donner',
  log: 'Inscrire un don',
  whatToGive: 'Ce que vous pouvez donner',
  bins: 'Où déposer vos dons',
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
  /** The other language, and its own name. */
  otherLanguage: 'en' as Language,
  otherName: 'English',

  /** The short name of the other language, for narrow bars. */
  otherShort: 'EN',
};

/** The frame of every page for visitors and donors. */
export const publicFrame = {
  noConnection: 'Aucune connexion',

  /** Continues `noConnection`. */
  nothingIsLost:
    '. Rien de ce que vous avez écrit n’est perdu tant que cette page reste ouverte\u00a0: envoyez-le une fois de retour en ligne.',
};

/** A screen that failed to load or broke. */
export const routeFailure = {
  networkErrorText: 'Il n’y a pas de connexion en ce moment. Vérifiez-la, puis réessayez.',
  newVersion: 'Une nouvelle version est arrivée',
  newVersionText:
    'La page est en train de la charger. S’il ne se passe rien, appuyez sur «\u00a0Réessayer\u00a0».',
  broken: 'Un problème est survenu',

  /** @param requestId of the call in the server's log, if a call failed. */
  brokenText: (requestId: string | undefined) =>
    `Cette page n’a pas pu être affichée. Il suffit souvent de réessayer.${requestId === undefined ? '' : ` Référence\u00a0: ${requestId}.`}`,
  retry: 'Réessayer',
  goHome: 'Aller à l’accueil',
};

/** An unknown address. */
export const notFound = {
  heading: 'Cette page est introuvable',
  text: 'Quelqu’un l’a peut-être emportée à la maison. Le reste de l’étagère est encore là.',
  goHome: 'Aller à l’accueil',
};

/** The page that replaces every page while there is no connection. */
export const offline = {
  description: 'Il n’y a pas de connexion en ce moment.',
  heading: 'Vous êtes hors ligne',
  text: 'Les pages s’ouvrent dès qu’il y a une connexion. Un don qui attend sur cet appareil est alors envoyé.',
  tryAgain: 'Réessayer',
};

/** The page of a mail's link that does not work. For other links the server replaces its words. */
export const mailLink = {
  description: 'Un lien d’un courriel envoyé par ce site.',
  heading: 'Ce lien ne fonctionne pas',
  text: 'Il a peut-être été coupé. Ouvrez-le de nouveau à partir du courriel, ou copiez-le au complet.',

  /** The text of the button. */
  goOn: 'Continuer',
};

/** A failed load, and the button to try again. */
export const retrying = {
  retry: 'Réessayer',
  retrying: 'Nouvel essai…',
  formBroken: 'Ce formulaire ne fonctionne plus.',
};

export const toast = {
  close: 'Fermer',
  region: 'Notifications',
};
