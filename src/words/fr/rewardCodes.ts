// A donor's codes on the dashboard.

export const heading = 'Vos récompenses';
export const whereToUse = 'Où les utiliser';
export const noneYet = 'Aucune récompense active pour l’instant.';
export const withheld = 'Vos codes ne sont pas encore affichés.';
export const whyWithheld =
  'Nous ne savons pas encore si ce numéro de donateur est bien le vôtre. L’équipe vérifie le courriel que vous avez donné\u00a0; vos codes apparaîtront ensuite ici. Si un courriel est déjà lié à ce numéro, connectez-vous avec celui-là.';

export const rewardCode = (code: string) => `Code de récompense ${code}`;
export const moreCodes = 'Autres codes';
export const moreCount = (count: number) => (count < 2 ? `${count} autre` : `${count} autres`);
export const otherCodes = 'Codes suivants';
export const howToUse = 'Comment utiliser un code';
export const steps = [
  'Présentez le code, ou son code QR, à la caisse d’une friperie partenaire.',
  'Le commis entre le NIP de la friperie et applique le rabais.',
];

export const endedCodes = 'Codes terminés';
/** After a code. */
export const endedOn = (day: string) => `, terminé le ${day}`;
