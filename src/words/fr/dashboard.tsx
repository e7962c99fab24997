// A donor's dashboard, and the page that its share link opens.
import type { ReactNode } from 'react';
import type { NewsKind } from '#shared/mail.ts';
import { formatKilograms, formatScale } from './formats.ts';

/** The donor's dashboard without its codes, badges and mail settings. */
export const dashboard = {
  heading: 'Votre tableau de bord',
  greeting: (firstName: string) => `Bonjour, ${firstName}`,
  loading: 'Chargement de votre tableau de bord…',
  failed: 'Le tableau de bord n’a pas pu être chargé',
  logDonation: 'Inscrire un don',
  logOut: 'Se déconnecter',
  loggingOut: 'Déconnexion…',
  logOutFailed: 'La déconnexion a échoué.',
  download: 'Télécharger ce qui est conservé à mon sujet',

  total: 'Total',
  confirmed: 'Confirmés',
  pending: 'En attente',

  /** The donor's share of the community's month, in kilograms. */
  ownThisMonth: (confirmedKilograms: number, waitingKilograms: number) => {
    const verb = confirmedKilograms < 2 ? 'vient' : 'viennent';
    const confirmed = `${formatKilograms(confirmedKilograms)}\u00a0kg ${verb} de vous`;
    const waiting = `${formatKilograms(waitingKilograms)}\u00a0kg`;
    if (confirmedKilograms > 0)
      return waitingKilograms > 0 ? `${confirmed}, et vous avez ${waiting} en attente.` : `${confirmed}.`;
    return waitingKilograms > 0
      ? `Vous avez ${waiting} en attente.`
      : 'Vos dons confirmés de ce mois-ci comptent ici.';
  },

  /** The donor's next step towards the first code. */
  firstCodeStep: (pendingDonations: number) => {
    if (pendingDonations === 0)
      return 'Inscrivez un don. Dès que l’équipe l’aura confirmé, votre code apparaîtra ici.';
    const waiting = pendingDonations < 2 ? 'votre don en attente' : `vos ${pendingDonations} dons en attente`;
    return `L’équipe confirme ${waiting}, en général dans les deux jours. Vos codes apparaîtront ici.`;
  },

  recentDonations: 'Dons récents',
  noDonations: 'Aucun don pour l’instant.',
  noDonationsText: 'Apportez un sac à un bac de dépôt, puis dites-nous son poids.',

  markOnBag: (mark: string) => `Écrivez ${mark} sur votre sac`,
  weighed: (kilograms: number) => `pesé\u00a0: ${formatScale(kilograms)}\u00a0kg`,

  /** @param countsTowardGold null if the measured weight does not change whether the donation counts toward Gold. */
  weightDiffers: (claimed: string, measured: string, countsTowardGold: boolean | null) => {
    const weights = `Déclaré\u00a0: ${claimed}, mesuré\u00a0: ${measured}.`;
    if (countsTowardGold === null) return weights;
    return `${weights} Ce don ${countsTowardGold ? 'compte' : 'ne compte pas'} pour le niveau Or.`;
  },

  rewardTier: 'Votre niveau',
  noTier: 'Aucun niveau',
  goldLoopsLabel: (confirmed: number, needed: number, waiting: number) =>
    `${confirmed} ${confirmed < 2 ? 'don' : 'dons'} de 2,5\u00a0kg ou plus sur ${needed} cette année${waiting > 0 ? `, ${waiting} en attente` : ''}`,
  /** How far toward Gold: `4 sur 6, 1 en attente`. */
  goldSoFar: (confirmed: number, needed: number, waiting: number) =>
    `${confirmed} sur ${needed}${waiting > 0 ? `, ${waiting} en attente` : ''}`,
  howTiersWork: 'Le fonctionnement des niveaux',
};

const formatDonations = (count: number) => (count < 2 ? `${count} don` : `${count} dons`);

/** The badges that donors earn. */
export const badges = {
  firstDonor: 'Premier don',
  greenContributor: 'Pouce vert',
  ecoChampion: 'As de l’écologie',
  sustainabilityHero: 'Étoile de la durabilité',
  communityContributor: 'Pilier communautaire',
  sustainabilityBuilder: 'Moteur de la durabilité',
  planetProtector: 'Ange gardien de la planète',

  heading: 'Insignes',
  nextBadge: (name: ReactNode, missing: number) => (
    <>
      {'Prochain\u00a0: '}
      {name}, {missing < 2 ? `encore ${missing} don` : `encore ${missing} dons`}.
    </>
  ),
  allEarned: 'Vous avez obtenu tous les insignes. Merci.',
  howToEarn: 'Comment les obtenir',

  earnedWith: (count: number) => `Obtenu avec ${formatDonations(count)}`,
  earned: 'Obtenu',
  soFar: (count: number, needed: number) => `${formatDonations(count)} sur ${needed}`,
};

/** A donor's codes on the dashboard. */
export const rewardCodes = {
  heading: 'Vos récompenses',
  whereToUse: 'Où les utiliser',
  noneYet: 'Aucune récompense active pour l’instant.',
  withheld: 'Vos codes ne sont pas encore affichés.',
  whyWithheld:
    'Nous ne savons pas encore si ce numéro de donateur est bien le vôtre. L’équipe vérifie le courriel que vous avez donné\u00a0; vos codes apparaîtront ensuite ici. Si un courriel est déjà lié à ce numéro, connectez-vous avec celui-là.',

  rewardCode: (code: string) => `Code de récompense ${code}`,
  moreCodes: 'Autres codes',
  moreCount: (count: number) => (count < 2 ? `${count} autre` : `${count} autres`),
  otherCodes: 'Codes suivants',
  howToUse: 'Comment utiliser un code',
  steps: [
    'Présentez le code, ou son code QR, à la caisse d’une friperie partenaire.',
    'Le commis entre le NIP de la friperie et applique le rabais.',
  ],

  endedCodes: 'Codes terminés',
  /** Follows a code. */
  endedOn: (day: string) => `, terminé le ${day}`,
};

/** The link by which a donor shows others their totals. */
export const shareLink = {
  heading: 'Lien de partage',
  whatItShows:
    'Toute personne qui l’a voit votre nom et combien vous avez donné. Un nouveau lien met fin au précédent.',
  isOff: 'Il est désactivé\u00a0: il ne mène nulle part.',
  renew: 'Nouveau lien',
  switchOff: 'Désactiver',
  switchOn: 'Activer',
  switchingOn: 'Activation…',
  /** Asked before the link stops working for those who have it. */
  questions: {
    new: {
      title: 'Créer un nouveau lien de partage\u00a0?',
      description:
        'Le lien actuel cessera de fonctionner pour toutes les personnes qui l’ont. Cette action est irréversible.',
      confirmLabel: 'Créer un lien',
      pendingLabel: 'Création…',
    },
    off: {
      title: 'Désactiver votre lien de partage\u00a0?',
      description: 'Il ne mènera nulle part tant que vous ne l’aurez pas réactivé.',
      confirmLabel: 'Désactiver',
      pendingLabel: 'Désactivation…',
    },
  },
  failed: 'Le lien n’a pas pu être modifié.',
};

/** The choice of mail that a donor gets. */
export const news = {
  heading: 'Vos courriels',
  weWriteWhen: 'Nous vous écrivons dans ces cas\u00a0:',
  pickups: 'Vos demandes de ramassage et vos signalements',
  noAddress:
    'Votre courriel n’est pas encore confirmé\u00a0: rien ne vous est donc envoyé. Toutes les nouvelles sont ici.',
  failed: 'La modification a échoué.',

  /** What each kind of mail is about. */
  newsLabels: {
    donation_logged: 'Un don est inscrit',
    donation_confirmed: 'Un don est confirmé, avec son code',
    donation_rejected: 'Un don est refusé',
    donation_measured: 'Un don n’a pas le poids que vous aviez dit',
    code_ending: 'Un code prend bientôt fin',
    code_used: 'Un code est utilisé',
    pickup_scheduled: 'Un ramassage est fixé',
    pickup_moved: 'Un ramassage change d’heure',
    pickup_cancelled: 'Un ramassage est annulé',
    bin_emptied: 'Un bac que vous avez signalé est vidé',
  } satisfies Readonly<Record<NewsKind, string>>,
};

/** A donor's totals, for anybody who has the share link. */
export const sharedStatus = {
  heading: 'État des dons',
  loading: 'Chargement…',
  totalDonations: 'Total des dons',
  confirmed: 'Confirmés',
  pending: 'En attente',
  pendingNote: 'Un don en attente doit encore être confirmé par l’équipe.',
  logDonation: 'Inscrire un don',
  howItWorks: 'Comment ça marche',

  noConnection: 'Erreur de réseau.',
  notFound: 'Lien introuvable ou expiré.',
  notFoundText: 'Vérifiez que le lien a été copié en entier, ou demandez-le de nouveau.',
  goHome: 'Aller à l’accueil',
};
