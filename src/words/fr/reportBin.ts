// The report of a full or damaged bin, on its page and in the guide's dialog.

export const description =
  'Signalez à ReRound un bac de dépôt plein ou endommagé. Une minute suffit, et nul besoin de vous connecter.';
export const heading = 'Signaler un bac plein ou endommagé';
export const lead = 'Une minute suffit, et nul besoin de vous connecter.';
export const whatIsNext = 'La suite';
export const whatIsNextText =
  'Votre signalement s’ajoute à la liste de l’équipe, et le bac reste marqué jusqu’à ce que quelqu’un s’en soit occupé.';

export const loading = 'Chargement des bacs…';
export const noBins = 'Aucun bac pour l’instant.';
export const noBinsText =
  'Aucun de nos bacs n’est en place en ce moment. Si vous en avez vu un, dites-nous où.';
export const contactUs = 'Nous joindre';

export const pickBin = 'Veuillez choisir un bac.';
export const bin = 'Bac';
export const namedBin = 'Le bac que vous signalez';
export const sampleBin =
  'C’est un bac fictif, pour la démonstration\u00a0: il n’y a rien à y faire. Si un vrai bac a besoin de nous, choisissez-le ici.';
export const unknownBin =
  'Le bac de ce code QR n’est plus en service, ou le code a été mal lu. Veuillez choisir le bac dont il s’agit.';
export const yourName = 'Votre nom';
export const notes = 'Remarques';
export const notesHint =
  'Ce que vous avez vu\u00a0: un bac plein à ras bord, un couvercle brisé, des sacs à côté.';
export const send = 'Envoyer';
export const sending = 'Envoi…';

export const sentTitle = 'Signalement envoyé · ReRound';
export const sent = 'Signalement envoyé';
export const goHome = 'Aller à l’accueil';
export const whatWeTake = 'Ce que nous prenons';
export const close = 'Fermer';
