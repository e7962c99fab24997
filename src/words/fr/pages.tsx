// Pages of text: privacy and accessibility.
import type { ReactNode } from 'react';
import type { Day } from '#shared/dates.ts';
import { formatDay } from './formats.ts';

/** Any page of text. */
export const textPage = {
  lastChecked: (day: Day, time: (text: string) => ReactNode) => (
    <>Vérifié pour la dernière fois le {time(formatDay(day))}</>
  ),
};

/** Change these sentences together with what is stored, sent or deleted. */
export const privacy = {
  description:
    'Ce que ReRound conserve sur les personnes qui donnent ou visitent le site, pourquoi, combien de temps, qui le voit et à qui s’adresser.',
  heading: 'Confidentialité',
  lead: 'Ce que ReRound conserve à votre sujet, pourquoi, combien de temps, qui le voit et à qui s’adresser.',

  summaryTitle: 'En bref',
  summary: [
    'Pas de publicité, pas de pistage, pas de service de statistiques, pas de scripts d’autres entreprises.',
    'Vous inscrivez un don avec votre numéro de donateur seul. Votre nom, votre courriel et votre téléphone sont facultatifs.',
    'Une friperie partenaire qui vérifie un code apprend si le code est bon, pas à qui il appartient.',
    'Nos administrateurs et nos bénévoles voient vos dons et comment vous joindre.',
    'Un numéro de donateur n’est pas un mot de passe. Traitez-le comme une carte de bibliothèque.',
    'Une photo téléversée perd ce qui s’y cache, comme le lieu où elle a été prise.',
    'Nous notons qui a fait quoi, quand et à partir de quelle adresse réseau.',
    'Vous pouvez télécharger vos dons et vos codes à partir de votre tableau de bord.',
    'La plupart de ces données n’ont pas de date de fin. Vous pouvez demander à les voir, à les corriger ou à les faire supprimer.',
    'Les sauvegardes en gardent des copies jusqu’à leur remplacement.',
  ],

  storedTitle: 'Ce qui est conservé, et pourquoi',
  stored: (sendsMail: boolean) => [
    {
      term: 'Quand vous inscrivez un don',
      text: 'Votre numéro de donateur, la tranche de poids, le jour, l’endroit du dépôt si vous l’indiquez, et le moment de l’inscription. Les bénévoles peuvent ajouter le poids mesuré, une note et une photo des objets, et indiquer s’ils ont confirmé ou refusé le don, ou annulé cette décision, quand et pourquoi. De là viennent vos totaux, votre niveau, vos insignes et vos codes de récompense.',
    },
    {
      term: 'Quand vous vous connectez',
      text: 'Votre numéro de donateur, le moment de votre dernière connexion, et votre courriel et votre nom si vous les donnez. Tant qu’un administrateur ne s’est pas assuré qu’ils sont les vôtres, seuls les administrateurs et vous les voyez.',
    },
    {
      term: 'Quand un bénévole reçoit votre don',
      text: 'Votre nom, votre courriel ou votre téléphone, si vous les donnez, pour qu’on vous retrouve.',
    },
    {
      term: 'Quand un code est utilisé',
      text: 'Le code, la friperie et l’heure, ainsi que les initiales ou le nom du commis si la friperie les note\u00a0; aussi quand une utilisation est rendue, et pourquoi, sans votre nom. Cela montre qu’aucun code ne sert plus souvent que permis, et la friperie y voit ses propres utilisations, sans les trois derniers caractères du code.',
    },
    {
      term: 'Quand vous demandez un ramassage',
      text: 'Votre nom, votre adresse et ce que vous avez à donner, ainsi que votre téléphone, votre courriel et l’heure qui vous convient, si vous les indiquez. Il nous les faut pour passer chez vous. Toute personne qui a le lien privé d’un ramassage en voit l’adresse, les objets et l’heure, et peut l’annuler.',
    },
    {
      term: 'Quand vous signalez un bac',
      text: sendsMail
        ? 'Quel bac, quand, et votre nom, votre note et votre courriel si vous les laissez. Nous écrivons à ce courriel une seule fois, quand le bac a été vidé, puis nous le retirons du signalement, au plus tard après 30\u00a0jours.'
        : 'Quel bac, quand, et votre nom et votre note si vous les laissez.',
    },
    {
      term: 'Quand vous vous abonnez à l’infolettre',
      text: 'Votre courriel, votre prénom si vous le donnez et, comme preuve de votre accord, les mots que vous avez acceptés, quand, sur quelle page et à partir de quelle adresse réseau\u00a0; quand vous l’avez confirmé par le lien envoyé par courriel, s’il y en a eu un, et le moment de votre désabonnement. Chaque infolettre a un lien qui vous désabonne aussitôt, sans que vous ayez à vous connecter.',
    },
    {
      term: 'La langue de vos pages',
      text: 'Le français ou l’anglais\u00a0: celle de la page où vous avez, la dernière fois, inscrit un don, ouvert une session ou choisi quels courriels vous recevez, et, avec chaque demande de ramassage, chaque signalement de bac et chaque abonnement à l’infolettre, celle de sa propre page. Nous vous écrivons dans cette langue.',
    },
    ...(sendsMail
      ? [
          {
            term: 'Quand nous vous écrivons',
            text: 'Ce que nous vous disons de vos dons, de vos codes, de vos ramassages et de vos signalements, si vous nous avez donné un courriel\u00a0: à quelle adresse, dans quelle langue, et si le message est arrivé. Nous n’apprenons pas si vous l’avez ouvert. Chaque sorte de message peut être désactivée, dans votre tableau de bord ou par le lien dans le courriel.',
          },
        ]
      : []),
    {
      term: 'Un registre de ce qui a été fait',
      text: 'Chaque don inscrit, ramassage demandé, bac signalé et abonnement à l’infolettre, chaque connexion d’un donateur, chaque connexion d’un administrateur ou d’un bénévole, même échouée, chaque utilisation d’un code et chaque changement de leur part laisse une ligne qui dit qui l’a fait, si on le sait, quand et à partir de quelle adresse réseau. C’est ainsi qu’une erreur ou un vol se découvre et se corrige.',
    },
    {
      term: 'Quand un administrateur ou un bénévole se connecte',
      text: 'L’adresse réseau et le type de navigateur, pour que chacun reconnaisse ses propres connexions et puisse mettre fin à celle qui n’est pas la sienne. Avec la connexion d’un donateur, ni l’adresse ni le type de navigateur ne sont conservés.',
    },
  ],

  seenByTitle: 'Qui le voit',
  seenBy: (sendsMail: boolean) => [
    {
      term: 'Nos administrateurs',
      text: 'Voient tout ce qui précède. Ils se connectent avec un mot de passe, et ce qu’ils changent est noté au registre.',
    },
    {
      term: 'Nos bénévoles',
      text: 'Voient ce que demande leur travail\u00a0: votre nom, votre courriel, votre téléphone et votre numéro de donateur, vos dons et vos codes, les demandes de ramassage et les signalements de bacs. Pas le registre de ce qui a été fait, ni ce que quelqu’un a écrit en se connectant avant qu’un administrateur s’en soit assuré. Eux aussi se connectent avec un mot de passe, et ce qu’ils changent est noté au registre.',
    },
    {
      term: 'Les friperies partenaires, et toute autre personne qui a un de vos codes',
      text: 'Voient combien d’utilisations il reste au code, jusqu’à quand, et s’il ne vaut que pour une friperie.',
    },
    {
      term: 'Toute personne qui connaît votre numéro de donateur',
      text: sendsMail
        ? 'Peut demander un code de connexion, que nous n’envoyons qu’à vous par courriel. Tant que nous n’avons pas de courriel de vous, elle peut donner le sien, et voit alors le nom et les dons inscrits sous votre numéro de donateur, mais aucun code, jusqu’à ce qu’un administrateur ait vérifié à qui appartient ce numéro.'
        : 'Peut s’en servir pour se connecter, puisqu’il n’y a pas de mot de passe pour les donateurs, et voit alors votre tableau de bord\u00a0: votre nom, vos dons, vos codes et vos insignes, mais ni votre courriel ni votre téléphone. Traitez votre numéro de donateur comme une carte de bibliothèque.',
    },
    {
      term: 'Toute personne qui a votre lien de partage',
      text: 'Voit votre nom, si nous l’avons, et trois nombres\u00a0: combien de dons vous avez faits, combien sont confirmés et combien sont en attente. Les moteurs de recherche sont priés de ne pas répertorier ces pages.',
    },
    {
      term: 'Tout le monde',
      text: 'Voit combien de kilogrammes tous les donateurs ont donnés ensemble ce mois-ci. Cela ne montre rien sur une personne en particulier.',
    },
  ],

  retentionTitle: 'Combien de temps',
  retention: (sendsMail: boolean) => [
    {
      term: 'Votre connexion',
      text: '90\u00a0jours, ou jusqu’à ce que vous vous déconnectiez. Celle d’un administrateur ou d’un bénévole, 7\u00a0jours, ou 12\u00a0heures sans utilisation, avec l’adresse réseau et ce que le navigateur dit de lui-même.',
    },
    ...(sendsMail
      ? [
          {
            term: 'Les courriels que nous vous avons envoyés',
            text: '90\u00a0jours, avec l’adresse de destination. Un code de connexion en est retiré dès que le message est parti.',
          },
        ]
      : []),
    {
      term: 'Ce qui fait qu’un formulaire n’agit qu’une fois, même envoyé plusieurs fois',
      text: '30\u00a0jours\u00a0: une clé aléatoire, une empreinte de ce qui a été envoyé et la réponse que le formulaire a reçue.',
    },
    {
      term: 'Ce qui limite les essais au hasard et les envois en masse',
      text: 'Environ un jour\u00a0: combien de fois quelque chose a été essayé à partir d’une adresse réseau, ou à une caisse connue. L’adresse est conservée sous une forme qui ne peut pas être relue sans notre clé.',
    },
    {
      term: 'Le journal du serveur',
      text: 'Note l’adresse réseau, l’heure et la sorte de page ou d’appel de chaque requête, si elle a été refusée et pourquoi, et le nom de l’administrateur s’il était connecté\u00a0; jamais un code, un NIP ou un mot de passe. Il ne fait pas partie de notre base de données. Sa durée de conservation dépend de la machine qui héberge le site\u00a0; posez-nous la question.',
    },
    {
      term: 'Le registre de ce qui a été fait',
      text: 'Désigne les donateurs par un numéro et contient l’adresse réseau d’où vient chaque ligne. Seuls les administrateurs peuvent le lire.',
    },
    {
      term: 'Qui vous étiez, quand deux dossiers se sont révélés être la même personne',
      text: '30\u00a0jours, pour qu’une erreur puisse être annulée.',
    },
    {
      term: 'Tout le reste',
      text: 'Les dons, les codes, les ramassages, les signalements, les photos, les abonnements à l’infolettre et le registre de ce qui a été fait n’ont pas de date de fin, sauf si nous en avons fixé une pour les ramassages terminés, les connexions ou le registre\u00a0: ce qui est plus ancien est alors supprimé en moins d’une heure. Vous pouvez nous demander de supprimer ce qui vous concerne.',
    },
    {
      term: 'Les sauvegardes',
      text: 'Des copies de tout cela, gardées à part pour que rien ne se perde avec une machine. Ce qui a été supprimé en disparaît quand elles sont remplacées\u00a0; demandez-nous à quel moment.',
    },
  ],

  browserTitle: 'Dans votre navigateur',
  browserLead: 'Ce site conserve dans votre propre navigateur\u00a0:',
  browserItems: [
    'Un témoin (cookie) qui garde votre connexion, pendant 90\u00a0jours ou jusqu’à ce que vous vous déconnectiez. Les scripts ne peuvent pas le lire. Les administrateurs ont le leur, pendant sept jours.',
    'Dans un navigateur qui a utilisé un code avec le NIP d’une friperie, ou ouvert un lien que nous avons donné à la friperie pour sa caisse, un témoin qui dit que c’est une caisse de cette friperie, pendant 400\u00a0jours après la dernière fois. Il contient des caractères aléatoires, montre à ce navigateur les codes qu’il a utilisés aujourd’hui et permet à une caisse de continuer pendant que d’autres essaient au hasard. Les scripts ne peuvent pas le lire.',
    'Là où un code vous est envoyé par courriel avant votre connexion\u00a0: un témoin pour l’heure pendant laquelle vous pouvez l’entrer, et un autre pour 30\u00a0jours si vous avez demandé qu’on fasse confiance à ce navigateur. Ils contiennent des caractères aléatoires, et les scripts ne peuvent pas les lire.',
    'Si vous avez demandé à la page d’inscription des dons de se souvenir de vous\u00a0: votre numéro de donateur, dans un témoin réservé à cette page, pendant 400\u00a0jours ou jusqu’à ce que quelqu’un y appuie sur «\u00a0Pas vous\u00a0?\u00a0».',
    'Si vous avez changé la langue d’une page\u00a0: celle des deux que vous avez choisie, dans un témoin, pendant un an. Un script de ce site l’écrit\u00a0; le site le lit là où mène un code balayé ou un lien partagé, pour vous montrer la page dans votre langue.',
    'Le numéro de donateur avec lequel vous avez inscrit un don, jusqu’à ce que vous vous en serviez pour vous connecter ou que l’onglet soit fermé.',
    'Un formulaire commencé et pas encore envoyé, pour qu’un rechargement ne perde rien. Il est supprimé une fois le formulaire envoyé, et n’est plus rappelé après sept jours. Sur un appareil partagé, envoyez-le ou choisissez «\u00a0Recommencer\u00a0».',
    'Un don inscrit sans connexion, avec son numéro de donateur, son poids, sa date et son lieu, jusqu’à ce qu’il soit envoyé ou que vous choisissiez de ne pas l’envoyer, même si vous vous déconnectez. S’il n’a pas été accepté, il disparaît 30\u00a0jours après que ce site vous l’a dit.',
    'Une page qui indique qu’il n’y a pas de connexion.',
    'Le moment où une page s’est rechargée d’elle-même parce que le site avait été renouvelé, jusqu’à ce que l’onglet soit fermé.',
    'Si vous choisissez les poids dans une liste.',
    'Pour le personnel\u00a0: le nom du commis à la caisse jusqu’à ce que l’onglet soit fermé, ce qui a été reçu à la table d’accueil ou décidé lors du tri jusqu’à ce que l’onglet soit fermé ou que l’administrateur se déconnecte, et les options de la console qui sont activées.',
  ],
  logos:
    'Le logo d’une friperie partenaire peut venir du site Web de cette friperie, qui voit alors votre adresse réseau comme lors de toute visite. Elle n’apprend pas sur quelle page vous étiez.',

  photosTitle: 'Photos',
  photos:
    'Les photos montrent les objets donnés et sont ajoutées par des bénévoles. Une photo téléversée est redessinée avant d’être conservée, pour que rien de ce qu’elle cache, comme l’endroit où elle a été prise, ne soit gardé. Son adresse ne peut pas être devinée, et toute personne qui a l’adresse peut l’ouvrir. Un bénévole peut aussi noter l’adresse d’une photo qui se trouve sur un autre site Web. Une photo téléversée est supprimée quand une autre prend sa place.',

  askUsTitle: 'Vos demandes',
  askUs:
    'Demandez à voir ce qui est conservé à votre sujet, à le faire corriger ou supprimer, ou à quitter l’infolettre. Donnez-nous votre numéro de donateur ou le courriel que vous avez utilisé. Vous pouvez télécharger vous-même vos dons et vos codes à partir de votre tableau de bord\u00a0; le reste, nous vous le donnons dès que nous sommes sûrs qu’il est à vous.',
  removal:
    'Si nous vous retirons, votre nom, vos coordonnées, votre numéro de donateur, vos photos, vos notes, les lieux qui ne sont pas un de nos bacs, vos demandes de ramassage, votre abonnement à l’infolettre et vos connexions disparaissent pour de bon, et vos codes ne fonctionnent plus. Ce que vous avez donné reste dans les totaux, et le registre garde ce qui a été fait, sous un numéro, avec les raisons que l’équipe a notées.',
  afterRemoval:
    'Ce que votre propre navigateur conserve y reste jusqu’à son échéance ou jusqu’à ce que vous le supprimiez. Les sauvegardes antérieures contiennent encore vos données jusqu’à leur remplacement\u00a0; si nous devons un jour revenir à l’une d’elles, nous les supprimons de nouveau. Si vous avez utilisé un autre courriel ou numéro de téléphone, donnez-le-nous aussi\u00a0: nous savons ce que contenait un autre dossier à votre nom pendant 30\u00a0jours après la fusion des deux.',
};

/** Change these sentences together with how screens are checked, and with each known limit. */
export const accessibility = {
  description:
    'Ce que ReRound vise en matière d’accessibilité, comment nous le vérifions, les limites connues et comment nous signaler un obstacle.',
  heading: 'Accessibilité',
  lead: 'ReRound s’adresse à toutes les personnes qui donnent. Voici ce que nous visons, comment nous le vérifions, ce qui reste insuffisant et comment nous le signaler.',

  aim: 'Ce que nous visons',
  aimText:
    'Les Règles pour l’accessibilité des contenus Web (WCAG) 2.2, niveau AA, dans chaque page, console d’administration comprise. La norme d’accessibilité du Manitoba pour l’information et les communications exige les WCAG 2.1, niveau AA.',
  madeFor: [
    'Tout fonctionne au clavier seul, dans un ordre qui suit la page, et l’élément actif est toujours bien visible.',
    'Le texte et les commandes se détachent de leur fond, en mode clair comme en mode sombre, et un état est indiqué par des mots et un symbole, jamais par la couleur seule.',
    'Les pages fonctionnent à 320\u00a0pixels de large ou agrandies à 200\u00a0%, sans défilement horizontal.',
    'Sur un téléphone, les boutons et les liens des pages publiques sont assez grands pour le pouce\u00a0: 44\u00a0pixels, sauf les liens dans une phrase.',
    'Chaque champ a une étiquette, et une erreur est écrite à côté de son champ et lue à voix haute.',
    'Si votre appareil demande moins de mouvement, rien ne bouge.',
    'Un code de récompense est toujours écrit à côté de son code QR.',
  ],

  check: 'Comment nous le vérifions',
  checks: [
    'Nos tests automatisés ouvrent chaque écran dans un vrai navigateur et lui appliquent les règles d’axe-core\u00a0: large et étroit, clair et sombre, vide et rempli, avec ses boîtes de dialogue ouvertes.',
    'D’autres tests refont, au clavier seul, le travail quotidien dans la console d’administration et le parcours des donateurs, des commis et des visiteurs.',
    'Les couleurs ont été choisies selon leur contraste mesuré.',
  ],
  ownAssessment: 'C’est notre propre évaluation. Aucun organisme externe n’a examiné le site.',

  knownLimits: 'Limites connues',
  limits: [
    'Aucune personne qui dépend d’un lecteur d’écran, d’une loupe ou d’un contacteur n’a encore testé le site pour nous. Un programme ne trouve qu’une partie de ce qui peut clocher.',
    'Certains échecs ne sont signalés que dans un avis qui disparaît après cinq secondes, sauf si le pointeur s’y trouve ou que l’avis est actif.',
    'La console d’administration est en anglais seulement.',
    'Les champs de date utilisent le calendrier de votre navigateur, qui fonctionne mieux dans certains navigateurs que dans d’autres.',
    'Les photos des dons, que seule notre équipe voit, n’ont pas de description de ce qu’elles montrent.',
    'Les sites Web des friperies partenaires ne sont pas les nôtres, et nous ne pouvons pas dire à quel point ils sont accessibles.',
  ],

  tellUs: 'Dites-le-nous',
  tellUsText:
    'Si quelque chose vous empêche de donner, de voir l’état de vos dons ou d’utiliser un code, écrivez-nous. Dites-nous de quelle page il s’agit et ce que vous avez essayé. Nous pouvons aussi prendre un don, une demande de ramassage ou un signalement par courriel.',
};

/** How to reach the organisation. */
export const reachUs = {
  email: 'Courriel',
  phone: 'Téléphone',
  post: 'Par la poste',
};
