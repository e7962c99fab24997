// The two codes of a bin, to be tried on samples.
import type { ReactNode } from 'react';

export const description =
  'Essayez les deux codes QR d’un bac de dépôt ReRound sur un exemple\u00a0: l’un inscrit un don, l’autre signale un bac plein ou endommagé.';
export const heading = 'Deux codes sur chaque bac';
export const lead =
  'Chaque bac de dépôt porte deux codes QR\u00a0: un pour inscrire ce que vous donnez, un pour nous dire que le bac est plein ou endommagé. Essayez les deux sur ces exemples.';

export const dual = 'Deux codes QR, deux usages';
export const log = 'Inscrire un don';
export const logText =
  'Balayez-le quand vous déposez quelque chose. Le formulaire s’ouvre avec le bac déjà indiqué\u00a0: vous n’ajoutez que votre numéro étudiant et une tranche de poids.';
export const report = 'Signaler un problème';
export const reportText =
  'Balayez-le quand le bac est plein, brisé ou sale. Le signalement s’ouvre avec le nom du bac\u00a0; votre nom et une note sont facultatifs. Il arrive tout droit dans la liste de l’équipe.';

export const tryIt = 'Essayez-les';
export const tryItText =
  'Balayez un code avec votre téléphone, ou appuyez sur son bouton. Ces bacs sont des exemples et n’existent nulle part. «\u00a0Tester un don\u00a0» ouvre le vrai formulaire\u00a0: ce que vous y envoyez est inscrit. «\u00a0Tester un signalement\u00a0» vous demande de choisir un vrai bac avant d’envoyer quoi que ce soit.';
export const sample = 'Exemple';
export const testDonation = 'Tester un don';
export const testReport = 'Tester un signalement';

/** @param code `Inscrire un don` or `Signaler un problème`. */
export const qrCode = (code: string, bin: string) => `Code QR «\u00a0${code}\u00a0» de ${bin}`;

export const help = 'Besoin d’aide\u00a0?';
export const support = 'Assistance';
export const supportText = (link: ReactNode) => (
  <>
    {'Un code ne se lit pas, ou mène au mauvais endroit\u00a0? Écrivez à '}
    {link}.
  </>
);
export const emergency = 'En cas d’urgence';
export const emergencyText = (strong: (text: string) => ReactNode) => (
  <>
    {strong('Sécurité du campus.')} Si quelqu’un est blessé ou si quelque chose près d’un bac est dangereux,
    appelez-la d’abord et signalez le bac ensuite.
  </>
);
