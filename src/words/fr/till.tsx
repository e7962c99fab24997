// The till, until a code was checked. The help for clerks says some of it, too.
import type { ReactNode } from 'react';

export const description =
  'Pour les friperies partenaires\u00a0: vérifiez un code de récompense à la caisse et acceptez-le avec le NIP de la friperie.';
export const heading = 'Accepter un code';

/** How the till goes. */
export const steps = [
  { title: 'Vérifiez le code', text: 'Voyez s’il peut encore servir.' },
  { title: 'Entrez le NIP de votre friperie', text: 'Réservé au personnel. Le donateur ne le voit jamais.' },
  { title: 'Acceptez le code', text: 'Appliquez le rabais à la caisse.' },
];

export const rewardCode = 'Code de récompense';
export const whereCodeIs = 'Balayez le code QR ou tapez le code inscrit dessous.';
export const typedWrong = 'Faute de frappe\u00a0? Jamais de 0, O, 1, I ni L dans un code.';
export const checkCode = 'Vérifier le code';
export const checking = 'Vérification…';
export const newCode = 'Autre code';

export const staffOnly = 'Réservé au personnel. À ne pas communiquer aux donateurs.';
export const locked = 'Verrouillé. Entrez le NIP de nouveau.';
export const clerk = 'Commis';
export const clerkMark = 'facultatif, initiales';
export const redeemNow = 'Accepter le code';
export const redeeming = 'Un instant…';
/** Why nothing can be redeemed yet. */
export const checkFirst = 'Vérifiez d’abord le code.';
export const beingChecked = 'Le code est en cours de vérification.';
export const notRedeemable = 'Ce code ne peut pas être accepté.';

export const keepPin = 'Conserver le NIP pour le client suivant';
export const keepPinHint =
  'Il est oublié après 30\u00a0minutes sans activité, ou dès que cette page est fermée ou rechargée\u00a0: il faut alors l’entrer de nouveau. Seulement sur l’appareil de la friperie.';

export const offline = 'Pas de connexion. N’acceptez pas le code. Notez-le.';
/** After an answer that got lost. */
export const pressAgain = `Appuyez de nouveau sur «\u00a0${redeemNow}\u00a0»\u00a0: cela ne compte qu’une fois.`;

export const practise = 'S’exercer';
export const practice = 'Exercice\u00a0: rien n’est compté.';
/** Under the field of the PIN, while a practice code is there. */
export const practicePin = 'Huit chiffres au choix. 00000000 est un NIP invalide.';

/** The way to the help below. */
export const refused = (link: (text: string) => ReactNode) => (
  <>
    {'Un code refusé\u00a0? '}
    {link('Ce que veut dire chaque refus')}, une page à imprimer.
  </>
);
