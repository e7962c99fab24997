// The donor's dashboard, but for what it shows of codes, badges and mail.
import { formatKilograms } from './numbers.ts';

export const heading = 'Votre tableau de bord';
export const greeting = (firstName: string) => `Bonjour, ${firstName}`;
export const loading = 'Chargement de votre tableau de bord…';
export const failed = 'Le tableau de bord n’a pas pu être chargé';
export const logDonation = 'Inscrire un don';
export const logOut = 'Se déconnecter';
export const loggingOut = 'Déconnexion…';
export const logOutFailed = 'La déconnexion a échoué.';
export const download = 'Télécharger ce qui est conservé à mon sujet';

export const total = 'Total';
export const confirmed = 'Confirmés';
export const pending = 'En attente';

/** What is the donor's own of the community's month, in kilograms. */
export const ownThisMonth = (confirmedKilograms: number, waitingKilograms: number) => {
  const comes = confirmedKilograms < 2 ? 'vient' : 'viennent';
  const counted = `${formatKilograms(confirmedKilograms)}\u00a0kg ${comes} de vous`;
  const waiting = `${formatKilograms(waitingKilograms)}\u00a0kg`;
  if (confirmedKilograms > 0)
    return waitingKilograms > 0 ? `${counted}, et vous avez ${waiting} en attente.` : `${counted}.`;
  return waitingKilograms > 0
    ? `Vous avez ${waiting} en attente.`
    : 'Vos dons confirmés de ce mois-ci comptent ici.';
};

/** What leads to the first code. */
export const firstCodeStep = (pendingDonations: number) => {
  if (pendingDonations === 0)
    return 'Inscrivez un don. Dès que l’équipe l’aura confirmé, votre code apparaîtra ici.';
  const waiting = pendingDonations < 2 ? 'votre don en attente' : `vos ${pendingDonations} dons en attente`;
  return `L’équipe confirme ${waiting}, en général dans les deux jours. Vos codes apparaîtront ici.`;
};

export const recentDonations = 'Dons récents';
export const noDonations = 'Aucun don pour l’instant.';
export const noDonationsText = 'Apportez un sac à un bac de dépôt, puis dites-nous son poids.';

/** Of a measured weight other than the claimed one; and whether it counts toward Gold, where that is another thing by it. */
export const measuredOtherwise = (claimed: string, measured: string, countsTowardGold: boolean | null) => {
  const both = `Déclaré\u00a0: ${claimed}, mesuré\u00a0: ${measured}.`;
  if (countsTowardGold === null) return both;
  return `${both} Ce don ${countsTowardGold ? 'compte' : 'ne compte pas'} pour le niveau Or.`;
};

export const rewardTier = 'Votre niveau';
export const noTier = 'Aucun niveau';
export const goldSoFarThisYear = (closed: number, of: number, waiting: number) =>
  `${closed} ${closed < 2 ? 'don' : 'dons'} de 2,5\u00a0kg ou plus sur ${of} cette année${waiting > 0 ? `, ${waiting} en attente` : ''}`;
export const howTiersWork = 'Le fonctionnement des niveaux';
