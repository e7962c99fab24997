// The four steps of the landing page.

export const heading = 'Comment ça marche';
export const lead = 'Quatre tours de boucle, et un objet retrouve une cuisine, avec un rabais pour vous.';
export const steps = [
  {
    title: 'Donnez vos objets',
    text: 'Déposez du bric-à-brac propre dans un bac près de chez vous, ou demandez un ramassage gratuit.',
  },
  {
    title: 'Inscrivez votre don',
    text: 'Balayez le code du bac, puis entrez votre numéro étudiant et une tranche de poids.',
  },
  {
    title: 'Recevez vos codes',
    text: 'Notre équipe confirme le don. Vos codes apparaissent ensuite dans votre tableau de bord.',
  },
  {
    title: 'Magasinez à rabais',
    text: 'Montrez un code dans une friperie partenaire, et le rabais est à vous.',
  },
];
export const logDonation = 'Inscrire un don';
export const whatToGive = 'Que puis-je donner\u00a0?';
