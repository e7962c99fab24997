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
  signedInAs: (name: ReactNode) => <>Au nom de {name}.</>,
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
  codeGoesToIdOwner: (id: ReactNode, unbroken: Wrap) => (
    <>
      Si une adresse courriel est liée à {id}, un {unbroken('code à six chiffres')} y est envoyé.
    </>
  ),
  codeGoesTo: (email: ReactNode, unbroken: Wrap) => (
    <>
      Un {unbroken('code à six chiffres')} est en route vers {email}.
    </>
  ),
  sixDigitCode: 'Code à six chiffres',
  codeHint: 'Valable 10 minutes. Les deux derniers codes fonctionnent.',
  newCodeIn: (time: string) => `Autre code dans ${time}`,
  sendNewCode: 'Renvoyer un code',
  sendingFailed: 'L’envoi a échoué',
  notYou: 'Pas vous\u00a0?',
  nothingThere: (perHour: number, perDay: number) =>
    `Rien reçu\u00a0? Regardez dans vos courriels indésirables, ou informez-vous à un point de dépôt. Une adresse reçoit au plus ${perHour} codes par heure et ${perDay} par jour.`,
  /** Styles hide what is in `onPhone` on computers, and what is in `onComputer` on phones. */
  trust: (strong: (content: ReactNode) => ReactNode, onPhone: Wrap, onComputer: Wrap) => (
    <>
      {strong(
        <>
          Faire confiance à ce {onPhone('téléphone')}
          {onComputer('navigateur')}
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
