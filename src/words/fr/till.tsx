// The till of a store.
import type { ReactNode } from 'react';

// The field for a store's PIN, to redeem a code and to give a use back.
export const partnerPin = 'NIP de partenaire';

const redeemNow = 'Accepter le code';

/** The till's forms and the notices around them. The help for clerks repeats some of it. */
export const till = {
  description:
    'Pour les friperies partenaires\u00a0: vérifiez un code de récompense à la caisse et acceptez-le avec le NIP de la friperie.',
  heading: 'Accepter un code',

  /** The three steps of a sale. */
  steps: [
    { title: 'Vérifiez le code', text: 'Voyez s’il peut encore servir.' },
    {
      title: 'Entrez le NIP de votre friperie',
      text: 'Réservé au personnel. Le donateur ne le voit jamais.',
    },
    { title: 'Acceptez le code', text: 'Appliquez le rabais à la caisse.' },
  ],

  rewardCode: 'Code de récompense',
  whereCodeIs: 'Balayez le code QR ou tapez le code inscrit dessous.',
  typedWrong: 'Faute de frappe\u00a0? Jamais de 0, O, 1, I ni L dans un code.',
  checkCode: 'Vérifier le code',
  checking: 'Vérification…',
  newCode: 'Autre code',

  staffOnly: 'Réservé au personnel. À ne pas communiquer aux donateurs.',
  locked: 'Verrouillé. Entrez le NIP de nouveau.',
  clerk: 'Commis',
  clerkNote: 'facultatif, initiales',
  redeemNow,
  redeeming: 'Un instant…',
  /** Why nothing can be redeemed yet. */
  checkFirst: 'Vérifiez d’abord le code.',
  beingChecked: 'Le code est en cours de vérification.',
  notRedeemable: 'Ce code ne peut pas être accepté.',

  keepPin: 'Conserver le NIP pour le client suivant',
  keepPinHint: (minutes: number) =>
    `Il est oublié après ${minutes}\u00a0minutes sans activité, ou dès que cette page est fermée ou rechargée\u00a0: il faut alors l’entrer de nouveau. Seulement sur l’appareil de la friperie.`,

  offline: 'Pas de connexion. N’acceptez pas le code. Notez-le.',
  /** Shown after an answer was lost. */
  pressAgain: `Appuyez de nouveau sur «\u00a0${redeemNow}\u00a0»\u00a0: cela ne compte qu’une fois.`,

  practise: 'S’exercer',
  practiceNotice: 'Exercice\u00a0: rien n’est compté.',
  /** Stands under the PIN field while a practice code is entered. */
  practicePin: 'Huit chiffres au choix. 00000000 est un NIP invalide.',

  /** A link to the help below. */
  helpLink: (link: (text: string) => ReactNode) => (
    <>
      {'Un code refusé\u00a0? '}
      {link('Ce que veut dire chaque refus')}, une page à imprimer.
    </>
  ),
};

/** The frame of every screen of the till. */
export const tillFrame = {
  homeLink: 'ReRound, accueil',

  /** Stands in place of the store's name if this browser is no registered till. */
  till: 'Caisse partenaire',
};

/** The till's refusals. Those that come from the server repeat its sentences word for word. */
export const tillRefusals = {
  notFound: 'Code introuvable',
  expired: 'Code expiré',
  usedUp: 'Code entièrement utilisé',
  unknown: 'Erreur inconnue',
  otherPartner: 'Ce code est pour une autre friperie partenaire.',
  invalidPin: 'NIP invalide',
  noPin: 'Veuillez entrer votre NIP de partenaire.',
  noCode: 'Entrez d’abord un code de récompense.',
  strangeCharacter: 'Un code ne contient jamais O, 0, I, L ni 1. Regardez ce caractère de nouveau.',

  /** The first sentence after too many wrong codes or PINs. How long to wait follows. */
  tooManyTries: 'Trop d’essais.',
};

function spentUses(uses: number | undefined): string {
  if (uses === 1) return 'Il a déjà servi.';
  if (uses === 2) return 'Il a déjà servi deux fois.';
  return uses === undefined ? 'Il a servi toutes les fois permises.' : `Il a déjà servi ${uses}\u00a0fois.`;
}

/** The verdict on a code, and the next steps. */
export const verdict = {
  valid: 'Code valide',
  invalid: 'Code invalide',
  fullyUsed: 'Code épuisé',
  redeemed: 'Accepté',
  givenBack: 'Annulé',

  usesLeft: (remaining: number) =>
    `Reste ${remaining}\u00a0${remaining < 2 ? 'utilisation' : 'utilisations'}`,

  /** The last day of a code, and its store if only one takes it. */
  goodUntil: (day: string, store?: string) => (store ? `${store}, jusqu’au ${day}` : `Jusqu’au ${day}`),

  noSaving: 'N’appliquez pas le rabais.',
  /** @param usedUp the server's sentence that a code is used up, without a full stop. */
  allSpent: (usedUp: string, uses: number | undefined) =>
    `${usedUp}. ${spentUses(uses)} Aucun rabais avec ce code.`,

  /** @param saving what a code saves, in the store's own words. */
  takeSavingOff: (saving: string | undefined) =>
    saving ? `Appliquez le rabais maintenant\u00a0: ${saving}.` : 'Appliquez le rabais maintenant.',
  nextCustomer: 'Client suivant',
  redeemAgain: 'Accepter une autre fois',
  noUsesLeft: 'Ce code ne peut plus servir.',
  checkAnother: 'Vérifier un autre code',
  howToEarnCode: 'Pour obtenir un nouveau code, il suffit d’inscrire un don.',
};

const giveBack = 'Rendre l’utilisation';

/** Giving a use back. */
export const undo = {
  undo: 'Annuler',
  giveBack,
  question: (code: string) => `Rendre l’utilisation au code ${code}\u00a0?`,
  keepIt: 'Garder',

  givingBack: 'Un instant…',
  offline: 'Pas de connexion. L’utilisation n’est pas encore rendue.',
  /** Shown after an answer was lost. */
  pressAgain: `Appuyez de nouveau sur «\u00a0${giveBack}\u00a0»\u00a0: cela ne compte qu’une fois.`,

  /** Minutes and seconds, as in `14 min 32 s`. */
  clock: (seconds: number): string => {
    const minutes = Math.floor(seconds / 60);
    return `${minutes > 0 ? `${minutes}\u00a0min\u00a0` : ''}${seconds % 60}\u00a0s`;
  },

  timeLeft: (time: ReactNode) => <>Reste {time}</>,

  /** Who gives a use back, and until when. */
  whoGivesBack: (minutes: number, { phone, email }: { phone: string | null; email: string }): string =>
    `Une utilisation peut être rendue ici pendant ${minutes}\u00a0minutes. Ensuite, c’est le bureau qui s’en occupe\u00a0: ${phone ?? email}.`,
};

export const rememberedPin = {
  /** Stands before the minutes. */
  locksIn: 'NIP conservé encore ',
  minutes: (count: number) => `${count}\u00a0min`,
  lock: 'Verrouiller',
};

/** What a registered till redeemed today. */
export const tillToday = {
  heading: 'Aujourd’hui à cette caisse',

  /** The labels of the figures. */
  redeemed: (count: number) => (count < 2 ? 'utilisation' : 'utilisations'),
  reversed: (count: number) => (count < 2 ? 'rendue' : 'rendues'),
  net: 'net',

  nothingYet: 'Aucun code n’a été accepté ici aujourd’hui.',
  givenBack: 'Utilisation rendue',
  by: (clerk: string) => `par ${clerk}`,
  undone: (time: string) => `Annulation à ${time}`,
  codeGivenBack: (code: string, remaining: number) =>
    `${code}\u00a0: il reste ${remaining}\u00a0${remaining < 2 ? 'utilisation' : 'utilisations'}.`,
};

/** The till's camera. */
export const camera = {
  heading: 'Placez le code dans le cadre',
  staysHere: 'L’image reste sur ce téléphone.',
  opening: 'Ouverture de la caméra…',
  otherCode: 'Ce n’est pas un code de récompense',
  close: 'Fermer',
  typeCode: 'Taper le code',

  noPicture: 'Pas d’image',
  /** Why there is no picture. */
  insecure: 'Les navigateurs n’ouvrent la caméra qu’à une adresse sécurisée (https).',
  notAllowed:
    'Cette page n’a pas accès à la caméra. Autorisez-la pour ce site dans les paramètres du navigateur.',
  noCamera: 'Cet appareil n’a pas de caméra.',
  doesNotStart: 'La caméra ne démarre pas. Une autre application l’utilise peut-être.',
  scannerNotLoaded: 'Le lecteur ne s’est pas chargé. Vérifiez la connexion.',
  /** @param why one of the reasons above. */
  typeInstead: (why: string) => `${why} Vous pouvez taper le code.`,
};

/** The button that opens the till's camera. */
export const cameraButton = {
  open: 'Caméra',
  /** Follows `open` for screen readers. */
  toScan: ' pour lire un code',
};

export interface Explanation {
  /** The till's message. */
  message: string;
  meaning: string;
  advice: string;
}

/** Help for clerks, which prints on one page. */
export const tillHelp = {
  heading: 'Aide pour les commis',
  lead: (organization: string) =>
    `Comment accepter un code ${organization}, et que faire quand un code est refusé.`,

  redeem: 'Accepter un code',
  giveBackText: `Sous le code accepté, appuyez sur «\u00a0${undo.undo}\u00a0», puis sur «\u00a0${undo.giveBack}\u00a0».`,
  practiseText: ({ valid, usedUp, expired }: Record<'valid' | 'usedUp' | 'expired', string>) =>
    `«\u00a0${till.practise}\u00a0» entre le code ${valid}. Huit chiffres au choix l’acceptent, et 00000000 est un NIP invalide. ${usedUp} est épuisé, ${expired} est expiré. Rien n’est compté.`,
  keepAndLock: 'Conserver et verrouiller le NIP',
  keepAndLockText: (minutes: number) =>
    `«\u00a0${till.keepPin}\u00a0» vaut pour ${minutes}\u00a0minutes sans activité. «\u00a0${rememberedPin.lock}\u00a0» fait oublier le NIP aussitôt.`,

  refusalsHeading: 'Ce que veut dire chaque refus',
  refusals: [
    {
      message: tillRefusals.notFound,
      meaning: 'Ce code n’existe pas ou a été retiré.',
      advice: till.typedWrong,
    },
    {
      message: tillRefusals.expired,
      meaning: 'Son dernier jour est passé.',
      advice: verdict.howToEarnCode,
    },
    {
      message: tillRefusals.usedUp,
      meaning: 'Il a servi toutes les fois permises.',
      advice: verdict.howToEarnCode,
    },
    {
      message: tillRefusals.otherPartner,
      meaning: 'Il ne vaut que dans une friperie, et ce n’est pas la vôtre.',
      advice: 'Le tableau de bord du donateur dit laquelle.',
    },
    {
      message: tillRefusals.invalidPin,
      meaning: 'Aucune friperie partenaire n’a ce NIP.',
      advice: 'Entrez-le de nouveau. S’il est bon, il a peut-être changé\u00a0: demandez au bureau.',
    },
    {
      message: tillRefusals.strangeCharacter,
      meaning: 'Un caractère a été mal lu.',
      advice: 'Comparez avec le téléphone ou l’imprimé du donateur.',
    },
    {
      message: tillRefusals.tooManyTries,
      meaning: 'Trop de codes ou de NIP erronés ont été entrés ici.',
      advice: 'Attendez le temps que la caisse indique.',
    },
  ] satisfies readonly Explanation[],

  troublesHeading: 'En cas de panne de connexion',
  troubles: [
    {
      message: till.offline,
      meaning: 'Rien ne peut être vérifié pour l’instant, et rien ne sera accepté automatiquement plus tard.',
      advice: 'Vérifiez le code que vous avez noté dès que la connexion revient.',
    },
    {
      message: till.pressAgain,
      meaning: 'L’utilisation est peut-être déjà inscrite\u00a0: seule la réponse s’est perdue.',
      advice: 'Faites-le avec le même code et le même NIP, avant le client suivant.',
    },
  ] satisfies readonly Explanation[],
};
