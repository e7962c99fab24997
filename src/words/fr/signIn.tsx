// A donor’s sign-in.
import type { ReactNode } from 'react';

type Wrap = (text: string) => ReactNode;

/** A donor's sign-in, with and without a mailed code. */
export const donorLogin = {
  description:
    'Connectez-vous avec votre courriel ou votre numéro de donateur pour voir vos dons, vos codes de récompense et vos insignes.',
  heading: 'Connexion',
  lead: 'Vos codes, vos dons et votre niveau.',
  leadWithoutCode: 'Vos codes, vos dons et votre niveau. Il n’y a pas de mot de passe.',

  signedIn: 'Votre session est ouverte',
  signedInAs: (who: ReactNode) => <>Au nom de {who}.</>,
  toDashboard: 'Voir votre tableau de bord',
  signInAsOther: 'Se connecter sous un autre nom',

  donorIdOrEmail: 'Numéro de donateur ou courriel',
  donorId: 'Numéro de donateur',
  donorIdHint: 'Celui sous lequel vous inscrivez vos dons, souvent votre numéro étudiant.',
  email: 'Courriel',
  name: 'Nom',
  addDonorId: 'Ajouter votre numéro',
  addDonorIdOrName: 'Ajouter numéro ou nom',
  addEmail: 'Ajouter votre courriel',
  addEmailOrName: 'Ajouter courriel ou nom',
  sendCode: 'M’envoyer un code',
  sending: 'Envoi…',
  failed: 'La connexion a échoué',
  cookieBlocked: 'La session n’a pas pu s’ouvrir (témoin bloqué).',

  noEmail: (strong: Wrap) => (
    <>
      {'Pas de courriel\u00a0? '}
      {strong('Demandez vos codes à un point de dépôt')}, où l’on peut vous les lire.
    </>
  ),

  codeHeading: 'Consultez vos courriels',
  /** The same sentence for every donor ID, so that it does not reveal whether the ID has an email here. */
  codeGoesToIdOwner: (id: ReactNode, whole: Wrap) => (
    <>
      Si une adresse courriel est liée à {id}, un {whole('code à six chiffres')} y est envoyé.
    </>
  ),
  codeGoesTo: (to: ReactNode, whole: Wrap) => (
    <>
      Un {whole('code à six chiffres')} est en route vers {to}.
    </>
  ),
  sixDigitCode: 'Code à six chiffres',
  codeHint: 'Valable 10 minutes. Les deux derniers codes fonctionnent.',
  newCodeIn: (time: string) => `Autre code dans ${time}`,
  sendNewCode: 'Renvoyer un code',
  sendingFailed: 'L’envoi a échoué',
  notYou: 'Pas vous\u00a0?',
  nothingThere: (anHour: number, aDay: number) =>
    `Rien reçu\u00a0? Regardez dans vos courriels indésirables, ou informez-vous à un point de dépôt. Une adresse reçoit au plus ${anHour} codes par heure et ${aDay} par jour.`,
  /** Styles show `phone` on a phone and `browser` elsewhere. */
  trust: (strong: (content: ReactNode) => ReactNode, phone: Wrap, browser: Wrap) => (
    <>
      {strong(
        <>
          Faire confiance à ce {phone('téléphone')}
          {browser('navigateur')}
        </>,
      )}
      {' pendant 30\u00a0jours'}
    </>
  ),
  trustHint: 'Sauf si d’autres personnes l’utilisent.',

  whatToCallYou: 'Comment vous appeler\u00a0?',
  saving: 'Enregistrement…',
  savingFailed: 'L’enregistrement a échoué',
  notNow: 'Pas maintenant',
};
