// What can be given, and the bins for it.
import type { ReactNode } from 'react';
import type { AgeUnit } from '#shared/dates.ts';

/** What can be given, and what can't. */
export const guide = {
  description:
    'Ce que ReRound accepte et n’accepte pas\u00a0: les catégories, une liste de vérification et comment donner vos objets de maison au Manitoba.',
  heading: (together: (text: string) => ReactNode) => <>Qu’est-ce que le {together('bric-à-brac\u00a0?')}</>,
  lead: 'Les petites choses utiles et bien conservées d’une maison. Ce que vous prêteriez à un ami a sa place dans nos rayons.',
  logDonation: 'Inscrire un don',
  requestPickup: 'Demander un ramassage',

  accepted: 'Catégories acceptées',
  kitchenware: 'Cuisine',
  kitchenwareText: 'Vaisselle, casseroles, tasses, ustensiles, petits moules',
  decor: 'Décoration',
  decorText: 'Vases, cadres, bougeoirs, coussins',
  media: 'Livres et médias',
  mediaText: 'Livres, vinyles, films et jeux sur disque',
  games: 'Jouets et jeux',
  gamesText: 'Casse-têtes complets, jeux de société, jouets en bois',
  household: 'Petits articles',
  householdText: 'Lampes, horloges, paniers, petits appareils qui fonctionnent',
  accessories: 'Accessoires',
  accessoriesText: 'Sacs, foulards, ceintures, bijoux',

  quality: 'Liste de vérification',
  wanted: [
    'Propre et sans odeur',
    'Sans éclat, fissure, déchirure ni tache',
    'En état de marche, avec câbles ou ampoules',
    'Gardez les ensembles complets',
    'Emballez bien le verre et la céramique',
  ],

  notAccepted: 'Non accepté',
  refused: [
    { what: 'Verre ou céramique cassés ou ébréchés' },
    { what: 'Articles sales' },
    { what: 'Gros meubles', aside: '(écrivez-nous pour les objets encombrants)' },
    { what: 'Téléviseurs cathodiques et gros appareils électroniques' },
    { what: 'Couteaux tranchants ou articles dangereux' },
    { what: 'Contrefaçons ou produits réservés aux adultes' },
  ] satisfies readonly { what: string; aside?: string }[],

  unsure: 'Vous hésitez\u00a0?',
  unsureText:
    'Déposez l’objet quand même. Notre équipe trie tout et trouve une place à ce qui vous faisait hésiter.',
  contactUs: 'Nous écrire',
  reportBin: 'Signaler un bac plein ou brisé',
};

const numberWords = ['Un', 'Deux', 'Trois', 'Quatre', 'Cinq', 'Six', 'Sept', 'Huit', 'Neuf', 'Dix'];

const units = { minute: 'minute', hour: 'heure', day: 'jour' } as const;

/** The page of all bins in use, where things can be left. */
export const publicBins = {
  description:
    'Les bacs de dépôt de ReRound au Manitoba\u00a0: où ils sont, quand on y a accès, comment les trouver et s’ils sont pleins.',
  heading: 'Où déposer vos dons',

  /** @param count The number of bins. Null while they load. */
  lead: (count: number | null) => {
    const purpose = 'pour des objets propres que vous prêteriez à un ami.';
    if (!count) return `Des bacs ${purpose}`;
    return `${numberWords[count - 1] ?? count} bac${count === 1 ? '' : 's'} ${purpose}`;
  },
  bins: 'Bacs',
  loading: 'Chargement des bacs…',
  failed: 'Les bacs n’ont pas pu être chargés. Veuillez réessayer plus tard.',
  none: 'Aucun bac pour l’instant',
  noneText: 'Nous venons aussi chercher vos dons à votre porte, et c’est gratuit.',
  pickup: 'Demander un ramassage gratuit',

  nearestFirst: 'Les plus proches d’abord',
  positionStaysPrivate: 'Votre position reste sur cet appareil.',
  locating: 'Recherche de votre position…',
  sortedByDistance: 'Le bac le plus proche vient en premier.',
  notLocated: 'Cet appareil n’a pas donné sa position. Les bacs restent en ordre alphabétique.',
  // From 995 m on, steps of ten metres would give 1000 m. From 9950 m on, one decimal would give 10.0 km.
  distance: (metres: number) => {
    if (metres < 995) return `${Math.round(metres / 10) * 10}\u00a0m`;
    return `${(metres / 1000).toFixed(metres < 9950 ? 1 : 0).replace('.', ',')}\u00a0km`;
  },

  where: 'Où',
  hours: 'Heures',
  hasRoom: 'De la place',
  full: 'Plein',

  reported: ({ count, unit }: { count: number; unit: AgeUnit }) =>
    count === 0
      ? 'Signalé à l’instant'
      : `Signalé il y a ${count}\u00a0${units[unit]}${count === 1 ? '' : 's'}`,
  chooseAnotherBin: 'Veuillez en choisir un autre aujourd’hui.',
  log: 'Inscrire un don ici',
  report: 'Signaler un bac plein',

  /** Continues `log` and `report` for screen readers, which may read a link alone. */
  linkSuffix: (name: string) => `(${name})`,
};

/** The report of a full or damaged bin, on its page and in the guide's dialog. */
export const reportBin = {
  description:
    'Signalez à ReRound un bac de dépôt plein ou endommagé. Une minute suffit, et nul besoin de vous connecter.',
  heading: 'Signaler un bac plein ou endommagé',
  lead: 'Une minute suffit, et nul besoin de vous connecter.',
  whatIsNext: 'La suite',
  whatIsNextText:
    'Votre signalement s’ajoute à la liste de l’équipe, et le bac reste marqué jusqu’à ce que quelqu’un s’en soit occupé.',

  loading: 'Chargement des bacs…',
  noBins: 'Aucun bac pour l’instant.',
  noBinsText: 'Aucun de nos bacs n’est en place en ce moment. Si vous en avez vu un, dites-nous où.',
  contactUs: 'Nous joindre',

  pickBin: 'Veuillez choisir un bac.',
  bin: 'Bac',
  reportedBin: 'Le bac que vous signalez',
  sampleBin:
    'C’est un bac fictif, pour la démonstration\u00a0: il n’y a rien à y faire. Si un vrai bac a besoin de nous, choisissez-le ici.',
  unknownBin:
    'Le bac de ce code QR n’est plus en service, ou le code a été mal lu. Veuillez choisir le bac dont il s’agit.',
  yourName: 'Votre nom',
  notes: 'Remarques',
  notesHint: 'Ce que vous avez vu\u00a0: un bac plein à ras bord, un couvercle brisé, des sacs à côté.',
  email: 'Courriel',
  emailHint:
    'Nous vous écrivons une seule fois, quand le bac a été vidé, puis nous retirons votre adresse du signalement.',
  send: 'Envoyer',
  sending: 'Envoi…',

  sentTitle: 'Signalement envoyé · ReRound',
  sent: 'Signalement envoyé',
  goHome: 'Aller à l’accueil',
  whatWeTake: 'Ce que nous prenons',
  close: 'Fermer',
};

/** The two codes of a bin, to be tried on samples. */
export const binDemo = {
  description:
    'Essayez les deux codes QR d’un bac de dépôt ReRound sur un exemple\u00a0: l’un inscrit un don, l’autre signale un bac plein ou endommagé.',
  heading: 'Deux codes sur chaque bac',
  lead: 'Chaque bac de dépôt porte deux codes QR\u00a0: un pour inscrire ce que vous donnez, un pour nous dire que le bac est plein ou endommagé. Essayez les deux sur ces exemples.',

  dual: 'Deux codes QR, deux usages',
  log: 'Inscrire un don',
  logText:
    'Balayez-le quand vous déposez quelque chose. Le formulaire s’ouvre avec le bac déjà indiqué\u00a0: vous n’ajoutez que votre numéro étudiant et une tranche de poids.',
  report: 'Signaler un problème',
  reportText:
    'Balayez-le quand le bac est plein, brisé ou sale. Le signalement s’ouvre avec le nom du bac\u00a0; votre nom et une note sont facultatifs. Il arrive tout droit dans la liste de l’équipe.',

  tryIt: 'Essayez-les',
  tryItText:
    'Balayez un code avec votre téléphone, ou appuyez sur son bouton. Ces bacs sont des exemples et n’existent nulle part. «\u00a0Tester un don\u00a0» ouvre le vrai formulaire\u00a0: ce que vous y envoyez est inscrit. «\u00a0Tester un signalement\u00a0» vous demande de choisir un vrai bac avant d’envoyer quoi que ce soit.',
  sample: 'Exemple',
  testDonation: 'Tester un don',
  testReport: 'Tester un signalement',

  /** @param code `Inscrire un don` or `Signaler un problème`. */
  qrCode: (code: string, bin: string) => `Code QR «\u00a0${code}\u00a0» de ${bin}`,

  help: 'Besoin d’aide\u00a0?',
  support: 'Assistance',
  supportText: (link: ReactNode) => (
    <>
      {'Un code ne se lit pas, ou mène au mauvais endroit\u00a0? Écrivez à '}
      {link}.
    </>
  ),
  emergency: 'En cas d’urgence',
  emergencyText: (strong: (text: string) => ReactNode) => (
    <>
      {strong('Sécurité du campus.')} Si quelqu’un est blessé ou si quelque chose près d’un bac est dangereux,
      appelez-la d’abord et signalez le bac ensuite.
    </>
  ),
};

/** The bins of the demonstration, which stand nowhere. */
export const sampleBins = {
  binA: 'Bac d’exemple A',
  placeA: 'Lieu d’exemple, entrée principale',
  binB: 'Bac d’exemple B',
  placeB: 'Lieu d’exemple, cafétéria',
};
