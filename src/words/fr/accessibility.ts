// Whoever changes how screens are checked, or finds or mends a limit, changes these sentences with it.

export const description =
  'Ce que ReRound vise en matière d’accessibilité, comment nous le vérifions, les limites connues et comment nous signaler un obstacle.';
export const heading = 'Accessibilité';
export const lead =
  'ReRound s’adresse à toutes les personnes qui donnent. Voici ce que nous visons, comment nous le vérifions, ce qui reste insuffisant et comment nous le signaler.';

export const aim = 'Ce que nous visons';
export const aimText =
  'Les Règles pour l’accessibilité des contenus Web (WCAG) 2.2, niveau AA, dans chaque page, console d’administration comprise. La norme d’accessibilité du Manitoba pour l’information et les communications exige les WCAG 2.1, niveau AA.';
export const madeFor = [
  'Tout fonctionne au clavier seul, dans un ordre qui suit la page, et l’élément actif est toujours bien visible.',
  'Le texte et les commandes se détachent de leur fond, en mode clair comme en mode sombre, et un état est indiqué par des mots et un symbole, jamais par la couleur seule.',
  'Les pages fonctionnent à 320\u00a0pixels de large ou agrandies à 200\u00a0%, sans défilement horizontal.',
  'Sur un téléphone, les boutons et les liens des pages publiques sont assez grands pour le pouce\u00a0: 44\u00a0pixels, sauf les liens dans une phrase.',
  'Chaque champ a une étiquette, et une erreur est écrite à côté de son champ et lue à voix haute, sauf dans le formulaire de l’infolettre.',
  'Si votre appareil demande moins de mouvement, rien ne bouge.',
  'Un code de récompense est toujours écrit à côté de son code QR.',
];

export const check = 'Comment nous le vérifions';
export const checks = [
  'Nos tests automatisés ouvrent chaque écran dans un vrai navigateur et lui appliquent les règles d’axe-core\u00a0: large et étroit, clair et sombre, vide et rempli, avec ses boîtes de dialogue ouvertes.',
  'D’autres tests refont, au clavier seul, le travail quotidien dans la console d’administration et le parcours des donateurs, des commis et des visiteurs.',
  'Les couleurs ont été choisies selon leur contraste mesuré.',
];
export const ownAssessment = 'C’est notre propre évaluation. Aucun organisme externe n’a examiné le site.';

export const knownLimits = 'Limites connues';
export const limits = [
  'Aucune personne qui dépend d’un lecteur d’écran, d’une loupe ou d’un contacteur n’a encore testé le site pour nous. Un programme ne trouve qu’une partie de ce qui peut clocher.',
  'Ce qui ne va pas dans le formulaire de l’infolettre s’affiche dans un avis qui disparaît après cinq secondes. Le champ en question est marqué et devient actif, mais aucun texte ne l’accompagne.',
  'La console d’administration est en anglais seulement.',
  'Les champs de date utilisent le calendrier de votre navigateur, qui fonctionne mieux dans certains navigateurs que dans d’autres.',
  'Les photos des dons, que seule notre équipe voit, n’ont pas de description de ce qu’elles montrent.',
  'Les sites Web des friperies partenaires ne sont pas les nôtres, et nous ne pouvons pas dire à quel point ils sont accessibles.',
];

export const tellUs = 'Dites-le-nous';
export const tellUsText =
  'Si quelque chose vous empêche de donner, de voir l’état de vos dons ou d’utiliser un code, écrivez-nous. Dites-nous de quelle page il s’agit et ce que vous avez essayé. Nous pouvons aussi prendre un don, une demande de ramassage ou un signalement par courriel.';
