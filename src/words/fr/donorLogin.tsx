// A donor's sign-in, with and without a mailed code.
import type { ReactNode } from 'react';

export const description =
  'Connectez-vous avec votre courriel ou votre numéro de donateur pour voir vos dons, vos codes de récompense et vos insignes.';
export const heading = 'Connexion';
export const lead = 'Vos codes, vos dons et votre niveau.';
export const leadWithoutCode = 'Vos codes, vos dons et votre niveau. Il n’y a pas de mot de passe.';

export const signedIn = 'Votre session est ouverte';
export const signedInAs = (who: ReactNode) => <>Au nom de {who}.</>;
export const toDashboard = 'Voir votre tableau de bord';
export const signInAsOther = 'Se connecter sous un autre nom';

export const donorIdOrEmail = 'Numéro de donateur ou courriel';
export const donorId = 'Numéro de donateur';
export const donorIdHint = 'Celui sous lequel vous inscrivez vos dons, souvent votre numéro étudiant.';
export const email = 'Courriel';
export const name = 'Nom';
export const addDonorId = 'Ajouter votre numéro';
export const addDonorIdOrName = 'Ajouter numéro ou nom';
export const addEmail = 'Ajouter votre courriel';
export const addEmailOrName = 'Ajouter courriel ou nom';
export const sendCode = 'M’envoyer un code';
export const sending = 'Envoi…';
export const failed = 'La connexion a échoué';
export const cookieBlocked = 'La session n’a pas pu s’ouvrir (témoin bloqué).';

type Strong = (text: string) => ReactNode;

export const noEmail = (strong: Strong) => (
  <>
    {'Pas de courriel\u00a0? '}
    {strong('Demandez vos codes à un point de dépôt')}, où l’on peut vous les lire.
  </>
);

export const codeHeading = 'Consultez vos courriels';
/** Of a donor ID nobody says whether it has an email here. */
export const codeGoesToIdOwner = (id: ReactNode, whole: Strong) => (
  <>
    Si une adresse courriel est liée à {id}, un {whole('code à six chiffres')} y est envoyé.
  </>
);
export const codeGoesTo = (to: ReactNode, whole: Strong) => (
  <>
    Un {whole('code à six chiffres')} est en route vers {to}.
  </>
);
export const sixDigitCode = 'Code à six chiffres';
export const codeHint = 'Valable 10 minutes. Les deux derniers codes fonctionnent.';
export const newCodeIn = (time: string) => `Autre code dans ${time}`;
export const sendNewCode = 'Renvoyer un code';
export const sendingFailed = 'L’envoi a échoué';
export const notYou = 'Pas vous\u00a0?';
export const nothingThere = (anHour: number, aDay: number) =>
  `Rien reçu\u00a0? Regardez dans vos courriels indésirables, ou informez-vous à un point de dépôt. Une adresse reçoit au plus ${anHour} codes par heure et ${aDay} par jour.`;
/** `phone` or `browser` is shown, by what it is. */
export const trust = (strong: (content: ReactNode) => ReactNode, phone: Strong, browser: Strong) => (
  <>
    {strong(
      <>
        Faire confiance à ce {phone('téléphone')}
        {browser('navigateur')}
      </>,
    )}
    {' pendant 30\u00a0jours'}
  </>
);
export const trustHint = 'Sauf si d’autres personnes l’utilisent.';

export const whatToCallYou = 'Comment vous appeler\u00a0?';
export const saving = 'Enregistrement…';
export const savingFailed = 'L’enregistrement a échoué';
export const notNow = 'Pas maintenant';
