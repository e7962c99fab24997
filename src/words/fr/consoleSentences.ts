// The French of what the site answers to admins and volunteers, whose console asks for English.
import { inFrench } from './inFrench.ts';

export const consoleSentences = inFrench({
  'Admin login required.': 'La connexion d’un administrateur est nécessaire.',
  'Please change your password first.': 'Veuillez d’abord changer votre mot de passe.',
  'Please set up your second factor first.': 'Veuillez d’abord configurer votre deuxième facteur.',
  'Only an admin may do this. Please ask one.':
    'Seul un administrateur peut faire cela. Veuillez vous adresser à l’un d’eux.',
  'Username is required': 'Le nom d’utilisateur est obligatoire',
  'Password is required': 'Le mot de passe est obligatoire',
  'Wrong username or password.': 'Nom d’utilisateur ou mot de passe erroné.',
  'Wrong username, password or code.': 'Nom d’utilisateur, mot de passe ou code erroné.',
  'Please enter the code from your authenticator app.':
    'Veuillez entrer le code de votre application d’authentification.',
  'That is not your password.': 'Ce n’est pas votre mot de passe.',
  'That is not the code that the app shows now. Is the clock of your phone right?':
    'Ce n’est pas le code que l’application montre maintenant. L’heure de votre téléphone est-elle juste\u00a0?',
  'Many people use this password, so it is tried first. Please choose another one.':
    'Beaucoup de gens utilisent ce mot de passe\u00a0: c’est donc lui qu’on essaie d’abord. Veuillez en choisir un autre.',
  'Please choose another password than the one you have.':
    'Veuillez choisir un autre mot de passe que votre mot de passe actuel.',
  'There is no second factor to switch on. Please start anew.':
    'Il n’y a pas de deuxième facteur à activer. Veuillez recommencer.',
  'Your second factor is off already.': 'Votre deuxième facteur est déjà désactivé.',
  'Your second factor is on already.': 'Votre deuxième facteur est déjà activé.',
  'That session has ended already.': 'Cette session est déjà terminée.',
  'There is no such admin.': 'Cet administrateur n’existe pas.',
  'Another admin has this name already': 'Un autre administrateur a déjà ce nom',
  'A username has only letters, digits, spaces and . _ @ + -':
    'Un nom d’utilisateur ne contient que des lettres, des chiffres, des espaces et\u00a0.\u00a0_\u00a0@\u00a0+\u00a0-',
  'This is the last active admin, who stays.':
    'C’est le dernier administrateur actif\u00a0: il doit le rester.',
  'You cannot do this to yourself. Please ask another admin.':
    'Vous ne pouvez pas vous le faire à vous-même. Veuillez demander à un autre administrateur.',
  'Please say whether they may sign in': 'Veuillez dire si cette personne peut se connecter',
  'Bin code must be uppercase letters, numbers, and underscores only':
    'Le code d’un bac n’a que des majuscules, des chiffres et des traits de soulignement',
  'Another bin has this code already': 'Un autre bac a déjà ce code',
  'Bin name is required': 'Le nom du bac est obligatoire',
  'Please say whether the bin is active': 'Veuillez dire si le bac est actif',
  'Please say whether the bin is overflowing': 'Veuillez dire si le bac déborde',
  'There is no such alert.': 'Cette alerte n’existe pas.',
  'This alert is already pending.': 'Cette alerte est déjà en attente.',
  'This alert is already acknowledged.': 'Cette alerte est déjà prise en charge.',
  'This alert is already resolved.': 'Cette alerte est déjà réglée.',
  'Donation ID is required': 'Le numéro du don est obligatoire',
  'There is no such donation.': 'Ce don n’existe pas.',
  'Please select the actual measured weight': 'Veuillez choisir le poids réellement mesuré',
  'Please choose at least one donation': 'Veuillez choisir au moins un don',
  'Please choose at most {most} donations': 'Veuillez choisir {most} dons au plus',
  'Please give at most {most} numbers': 'Veuillez donner {most} numéros au plus',
  'This donation is already confirmed.': 'Ce don est déjà confirmé.',
  'This donation is already rejected.': 'Ce don est déjà refusé.',
  'This donation is being changed by someone else.': 'Quelqu’un d’autre modifie ce don.',
  'This donation is not rejected.': 'Ce don n’est pas refusé.',
  'There is no confirmation of yours to undo.': 'Vous n’avez aucune confirmation à annuler.',
  'A reward code of that confirmation was already used.':
    'Un code de récompense de cette confirmation a déjà été utilisé.',
  'Please say why': 'Veuillez dire pourquoi',
  'Please say why: somebody else rejected it, or more than 15 minutes have passed':
    'Veuillez dire pourquoi\u00a0: quelqu’un d’autre l’a refusé, ou plus de 15 minutes ont passé',
  'A photo can be attached to a confirmed donation only.':
    'Une photo ne peut être jointe qu’à un don confirmé.',
  'Please enter a valid photo URL': 'Veuillez entrer une adresse de photo valide',
  'Please enter a valid logo URL': 'Veuillez entrer une adresse de logo valide',
  'Partner name is required': 'Le nom du partenaire est obligatoire',
  'There is no such partner.': 'Ce partenaire n’existe pas.',
  'Please say whether the partner is active': 'Veuillez dire si le partenaire est actif',
  'There is no such till.': 'Cette caisse n’existe pas.',
  'There is no such redemption.': 'Cette utilisation n’existe pas.',
  'This line gave a use back. That is not taken back.':
    'Cette ligne a rendu une utilisation. On ne revient pas là-dessus.',
  'Please say whether the use is given back': 'Veuillez dire si l’utilisation est rendue',
  'Please say why the use is given back.': 'Veuillez dire pourquoi l’utilisation est rendue.',
  'This partner has no link to its statements.': 'Ce partenaire n’a pas de lien vers ses relevés.',
  'No store has said that of a line.': 'Aucune friperie n’a dit cela d’une ligne.',
  'Please write an answer.': 'Veuillez écrire une réponse.',
  'There is no such code.': 'Ce code n’existe pas.',
  'This code is revoked.': 'Ce code est révoqué.',
  'This code has expired.': 'Ce code a expiré.',
  'This code is already fully used.': 'Ce code est déjà entièrement utilisé.',
  'This code is being changed by someone else.': 'Quelqu’un d’autre modifie ce code.',
  'Please choose the new expiry date': 'Veuillez choisir la nouvelle date d’expiration',
  'Please enter a valid expiry date': 'Veuillez entrer une date d’expiration valide',
  'The new expiry must be later than the present one.':
    'La nouvelle date d’expiration doit venir après la date actuelle.',
  'Please give an email address': 'Veuillez donner une adresse courriel',
  'Expiry date cannot be in the past': 'La date d’expiration ne peut pas être dans le passé',
  'Max uses must be 1 to 10': 'Un code a de 1 à 10 utilisations',
  'Participant ID and expiry date are required':
    'Le numéro du participant et la date d’expiration sont obligatoires',
  'Participant ID is required': 'Le numéro du participant est obligatoire',
  'There is no such participant.': 'Ce participant n’existe pas.',
  'Please enter a name, an email or a phone number':
    'Veuillez entrer un nom, un courriel ou un numéro de téléphone',
  '{name} has this email already. If they are one person, merge the two.':
    '{name} a déjà ce courriel. Si c’est la même personne, fusionnez les deux.',
  '{name} has this donor ID.': '{name} a ce numéro de donateur.',
  'Merge needs a numeric target ID different from the source':
    'La fusion demande un numéro cible différent de la source',
  'A merge can be taken back for {days} days.': 'Une fusion peut être annulée pendant {days} jours.',
  'There is no such merge, or it was too long ago.': 'Cette fusion n’existe pas ou date de trop longtemps.',
  'This merge was taken back already.': 'Cette fusion a déjà été annulée.',
  'One of the two was merged again or removed since. Take that merge back first.':
    'L’un des deux a été fusionné de nouveau ou retiré depuis. Annulez d’abord cette fusion.',
  'Please accept or drop the claim': 'Veuillez accepter ou écarter l’affirmation',
  'Please say whether it was proven': 'Veuillez dire si c’est prouvé',
  'There is nothing to decide: this participant claims nothing.':
    'Il n’y a rien à décider\u00a0: ce participant n’affirme rien.',
  'Someone signed in and claims something else by now.':
    'Quelqu’un s’est connecté et affirme autre chose maintenant.',
  'This stays in the log: please say it without saying who it is':
    'Cela reste dans le journal\u00a0: veuillez le dire sans dire qui c’est',
  'That is not the name of this person': 'Ce n’est pas le nom de cette personne',
  'The log means somebody else by that name': 'Dans le journal, ce nom est celui de quelqu’un d’autre',
  'Please type the name': 'Veuillez écrire le nom',
  'There is no such pickup request.': 'Cette demande de ramassage n’existe pas.',
  'Only a scheduled pickup has a time': 'Seul un ramassage prévu a une heure',
  'This pickup is {status} and cannot become {next}.': 'Ce ramassage est {status} et ne peut devenir {next}.',
  'This pickup is {status} and cannot be changed any more.':
    'Ce ramassage est {status} et ne peut plus changer.',
  'There is no such mail.': 'Ce courriel n’existe pas.',
  'This mail waits to be sent already.': 'Ce courriel attend déjà d’être envoyé.',
  'A sign-in code is not sent again: it is made anew at the next sign-in.':
    'Un code de connexion n’est pas envoyé de nouveau\u00a0: un autre est fait à la prochaine connexion.',
  'Please give the address': 'Veuillez donner l’adresse',
  'Please give an address that people can write to': 'Veuillez donner une adresse à laquelle on peut écrire',
  'Please give whole numbers, separated by commas':
    'Veuillez donner des nombres entiers séparés par des virgules',
  '{name} saved other settings meanwhile. Nothing of yours is saved yet.':
    '{name} a enregistré d’autres réglages entre-temps. Rien des vôtres n’est encore enregistré.',
  'Please give the time of the last change as it was told':
    'Veuillez donner l’heure de la dernière modification telle qu’elle a été dite',
  'Please give a goal above 0 and up to 1,000,000 kg, with at most one decimal':
    'Veuillez donner un objectif au-dessus de 0 et d’au plus 1\u00a0000\u00a0000\u00a0kg, avec une décimale au plus',
  'Please give three whole numbers up to 10,000, each higher than the one before':
    'Veuillez donner trois nombres entiers d’au plus 10\u00a0000, chacun plus grand que le précédent',
  'Please give the organisation whole': 'Veuillez donner tous les renseignements sur l’organisme',
  'The organisation needs a name': 'L’organisme doit avoir un nom',
  'Please give the address line by line': 'Veuillez donner l’adresse ligne par ligne',
  'Please leave no line of the address empty': 'Veuillez ne laisser aucune ligne de l’adresse vide',
  'Please use at most {most} lines': 'Veuillez utiliser au plus {most} lignes',
  'Please give the hours as a list': 'Veuillez donner les heures en liste',
  'Please give days and time': 'Veuillez donner les jours et les heures',
  'Please say on which days': 'Veuillez dire quels jours',
  'Please say from when to when': 'Veuillez dire de quand à quand',
  'Please give the testimonials as a list': 'Veuillez donner les témoignages en liste',
  'Please give the words and who said them': 'Veuillez donner les paroles et qui les a dites',
  'Please write what was said': 'Veuillez écrire ce qui a été dit',
  'Please say who said it': 'Veuillez dire qui l’a dit',
  'Please name the term': 'Veuillez nommer le trimestre',
  'Please give the months of each kind': 'Veuillez donner le nombre de mois pour chaque sorte',
  'Please give 1 to 600 months, or nothing to keep it for ever':
    'Veuillez donner de 1 à 600 mois, ou rien pour conserver sans limite',
  'A code has 1 to 10 uses': 'Un code a de 1 à 10 utilisations',
  'A code is valid for 1 to 365 days': 'Un code est valide de 1 à 365 jours',
});
