// Help for clerks: what a store prints about the till, on one page.
import { lock } from './keptPin.ts';
import { keepPin, offline, practise, pressAgain, typedWrong } from './till.tsx';
import * as refusalWords from './tillRefusals.ts';
import { giveBack, undo } from './undo.tsx';
import { newCodeByGiving } from './verdict.ts';

export const heading = 'Aide pour les commis';
export const lead = (organization: string) =>
  `Comment accepter un code ${organization}, et que faire quand un code est refusé.`;

export const redeem = 'Accepter un code';
export const giveBackText = `Sous le code accepté, appuyez sur «\u00a0${undo}\u00a0», puis sur «\u00a0${giveBack}\u00a0».`;
export const practiseText = ({ valid, usedUp, expired }: Record<'valid' | 'usedUp' | 'expired', string>) =>
  `«\u00a0${practise}\u00a0» entre le code ${valid}. Huit chiffres au choix l’acceptent, et 00000000 est un NIP invalide. ${usedUp} est épuisé, ${expired} est expiré. Rien n’est compté.`;
export const keepAndLock = 'Conserver et verrouiller le NIP';
export const keepAndLockText = (minutes: number) =>
  `«\u00a0${keepPin}\u00a0» vaut pour ${minutes}\u00a0minutes sans activité. «\u00a0${lock}\u00a0» fait oublier le NIP aussitôt.`;

export interface Explained {
  /** In the till's own words. */
  says: string;
  means: string;
  help: string;
}

export const refusalsHeading = 'Ce que veut dire chaque refus';
export const refusals: readonly Explained[] = [
  {
    says: refusalWords.notFound,
    means: 'Ce code n’existe pas ou a été retiré.',
    help: typedWrong,
  },
  { says: refusalWords.expired, means: 'Son dernier jour est passé.', help: newCodeByGiving },
  { says: refusalWords.usedUp, means: 'Il a servi toutes les fois permises.', help: newCodeByGiving },
  {
    says: refusalWords.otherPartner,
    means: 'Il ne vaut que dans une friperie, et ce n’est pas la vôtre.',
    help: 'Le tableau de bord du donateur dit laquelle.',
  },
  {
    says: refusalWords.invalidPin,
    means: 'Aucune friperie partenaire n’a ce NIP.',
    help: 'Entrez-le de nouveau. S’il est bon, il a peut-être changé\u00a0: demandez au bureau.',
  },
  {
    says: refusalWords.strangeCharacter,
    means: 'Un caractère a été mal lu.',
    help: 'Comparez avec le téléphone ou l’imprimé du donateur.',
  },
  {
    says: refusalWords.tooManyTries,
    means: 'Trop de codes ou de NIP erronés ont été entrés ici.',
    help: 'Attendez le temps que la caisse indique.',
  },
];

export const troublesHeading = 'En cas de panne de connexion';
export const troubles: readonly Explained[] = [
  {
    says: offline,
    means: 'Rien ne peut être vérifié pour l’instant, et rien ne sera accepté automatiquement plus tard.',
    help: 'Vérifiez le code que vous avez noté dès que la connexion revient.',
  },
  {
    says: pressAgain,
    means: 'L’utilisation est peut-être déjà inscrite\u00a0: seule la réponse s’est perdue.',
    help: 'Faites-le avec le même code et le même NIP, avant le client suivant.',
  },
];
