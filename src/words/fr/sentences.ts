// The French of what the server answers to visitors, donors and clerks.
import { formSentences, inFrench } from './forms.ts';

export const sentences = inFrench({
  ...formSentences,
  'Thank you. Your donation is logged.': 'Merci. Votre don est inscrit.',
  'An admin confirms it, usually within two days. Your codes then appear on your dashboard.':
    'L’équipe le confirme, en général dans les deux jours. Vos codes apparaissent ensuite dans votre tableau de bord.',
  'Your reward code comes with the confirmation.': 'Votre code de récompense viendra avec la confirmation.',
  'Date cannot be before {day}': 'La date ne peut pas être antérieure au {day}',
  'That is enough for today under this donor ID. Please log this donation tomorrow.':
    'Le nombre de dons par jour est atteint pour ce numéro de donateur. Veuillez inscrire ce don demain.',
  'Thank you. We will look after the bin.': 'Merci. Nous allons nous occuper du bac.',
  'Already reported just now. Thank you, we added yours.':
    'Déjà signalé à l’instant. Merci, nous avons ajouté votre signalement.',
  'Already reported 1 minute ago. Thank you, we added yours.':
    'Déjà signalé il y a 1\u00a0minute. Merci, nous avons ajouté votre signalement.',
  'Already reported {minutes} minutes ago. Thank you, we added yours.':
    'Déjà signalé il y a {minutes}\u00a0minutes. Merci, nous avons ajouté votre signalement.',
  'Already reported 1 hour ago. Thank you, we added yours.':
    'Déjà signalé il y a 1\u00a0heure. Merci, nous avons ajouté votre signalement.',
  'Already reported {hours} hours ago. Thank you, we added yours.':
    'Déjà signalé il y a {hours}\u00a0heures. Merci, nous avons ajouté votre signalement.',
  'Already reported 1 day ago. Thank you, we added yours.':
    'Déjà signalé il y a 1\u00a0jour. Merci, nous avons ajouté votre signalement.',
  'Already reported {days} days ago. Thank you, we added yours.':
    'Déjà signalé il y a {days}\u00a0jours. Merci, nous avons ajouté votre signalement.',
  "We'll contact you within 1-2 business days to schedule your pickup.":
    'Nous communiquerons avec vous dans un délai de 1 à 2 jours ouvrables pour fixer le ramassage.',
  'The time you chose does not exist: the clocks go forward then. We took the next one that does.':
    'L’heure choisie n’existe pas\u00a0: on avance l’heure à ce moment-là. Nous avons retenu l’heure suivante.',
  'This time is not offered any more. Please choose another.':
    'Cette plage horaire n’est plus offerte. Veuillez en choisir une autre.',
  'This time is full by now. Please choose another.':
    'Cette plage horaire est maintenant complète. Veuillez en choisir une autre.',
  'This link does not work. Please open the whole of it, or write to us.':
    'Ce lien ne fonctionne pas. Veuillez l’ouvrir en entier, ou nous écrire.',
  'This pickup is done and cannot be cancelled any more.':
    'Ce ramassage est terminé et ne peut plus être annulé.',
  'You are a Gold Giver for this calendar year. Thank you.':
    'Vous êtes Donateur Or pour cette année civile. Merci.',
  'One more donation of 2.5 kg or over this year and you are a Gold Giver.':
    'Encore un don de 2,5\u00a0kg ou plus cette année et vous serez Donateur Or.',
  'A confirmed donation this month makes you a Green Giver. One more donation of 2.5 kg or over this year and you are a Gold Giver.':
    'Un don confirmé ce mois-ci fait de vous un Donateur Vert. Encore un don de 2,5\u00a0kg ou plus cette année et vous serez Donateur Or.',
  // Each number has its own sentence, since both languages write it as a word.
  'Two more donations of 2.5 kg or over this year and you are a Gold Giver.':
    'Encore deux dons de 2,5\u00a0kg ou plus cette année et vous serez Donateur Or.',
  'A confirmed donation this month makes you a Green Giver. Two more donations of 2.5 kg or over this year and you are a Gold Giver.':
    'Un don confirmé ce mois-ci fait de vous un Donateur Vert. Encore deux dons de 2,5\u00a0kg ou plus cette année et vous serez Donateur Or.',
  'Three more donations of 2.5 kg or over this year and you are a Gold Giver.':
    'Encore trois dons de 2,5\u00a0kg ou plus cette année et vous serez Donateur Or.',
  'A confirmed donation this month makes you a Green Giver. Three more donations of 2.5 kg or over this year and you are a Gold Giver.':
    'Un don confirmé ce mois-ci fait de vous un Donateur Vert. Encore trois dons de 2,5\u00a0kg ou plus cette année et vous serez Donateur Or.',
  'Four more donations of 2.5 kg or over this year and you are a Gold Giver.':
    'Encore quatre dons de 2,5\u00a0kg ou plus cette année et vous serez Donateur Or.',
  'A confirmed donation this month makes you a Green Giver. Four more donations of 2.5 kg or over this year and you are a Gold Giver.':
    'Un don confirmé ce mois-ci fait de vous un Donateur Vert. Encore quatre dons de 2,5\u00a0kg ou plus cette année et vous serez Donateur Or.',
  'Five more donations of 2.5 kg or over this year and you are a Gold Giver.':
    'Encore cinq dons de 2,5\u00a0kg ou plus cette année et vous serez Donateur Or.',
  'A confirmed donation this month makes you a Green Giver. Five more donations of 2.5 kg or over this year and you are a Gold Giver.':
    'Un don confirmé ce mois-ci fait de vous un Donateur Vert. Encore cinq dons de 2,5\u00a0kg ou plus cette année et vous serez Donateur Or.',
  'Six more donations of 2.5 kg or over this year and you are a Gold Giver.':
    'Encore six dons de 2,5\u00a0kg ou plus cette année et vous serez Donateur Or.',
  'A confirmed donation this month makes you a Green Giver. Six more donations of 2.5 kg or over this year and you are a Gold Giver.':
    'Un don confirmé ce mois-ci fait de vous un Donateur Vert. Encore six dons de 2,5\u00a0kg ou plus cette année et vous serez Donateur Or.',
  'Almost done. Please open the link in the mail that we send you.':
    'Il reste une étape. Veuillez ouvrir le lien dans le courriel que nous vous envoyons.',
  'Thank you for subscribing. You will hear from us.':
    'Merci de votre abonnement. Vous aurez de nos nouvelles.',
  'This is what is kept of your donations and codes. A donor ID is no proof of who you are, so your email, phone number, other donor IDs, share link, pickup requests, photos and notes, and the record of what was done are not in it: ask us for the whole file, {address} says how.':
    'Voici ce qui est conservé au sujet de vos dons et de vos codes. Un numéro de donateur ne prouve pas qui vous êtes\u00a0: votre courriel, votre téléphone, vos autres numéros, votre lien de partage, vos demandes de ramassage, les photos, les notes et le registre de ce qui a été fait n’y figurent donc pas. Demandez-nous le dossier complet\u00a0: {address} dit comment.',
  'This is what is kept of you, your donations and your codes. What others wrote or asked for is not in it: pickup requests, photos and notes, mail, and the record of what was done: ask us for the whole file, {address} says how.':
    'Voici ce qui est conservé à votre sujet et au sujet de vos dons et de vos codes. Ce que d’autres ont écrit ou demandé n’y figure pas\u00a0: demandes de ramassage, photos et notes, courriels et registre de ce qui a été fait. Demandez-nous le dossier complet\u00a0: {address} dit comment.',
  'Please send a JSON object.': 'Veuillez envoyer un objet JSON.',
  'Please send JSON.': 'Veuillez envoyer du JSON.',
  'Please check this field': 'Veuillez vérifier ce champ',
  'Please check what you entered.': 'Veuillez vérifier ce que vous avez écrit.',
  'The request could not be read.': 'La demande est illisible.',
  'There is nothing here.': 'Il n’y a rien ici.',
  'That is too large to send.': 'C’est trop gros pour être envoyé.',
  'Something went wrong on our side. Please try again.':
    'Quelque chose n’a pas fonctionné de notre côté. Veuillez réessayer.',
  'The service is busy or restarting. Please try again shortly.':
    'Le service est surchargé ou redémarre. Veuillez réessayer dans un instant.',
  'The database does not answer.': 'La base de données ne répond pas.',
  'This process is stopping.': 'Ce processus s’arrête.',
  'Too many people are using this at once. Please try again shortly.':
    'Trop de personnes utilisent ce service en même temps. Veuillez réessayer dans un instant.',
  'Please reload the page and try again.': 'Veuillez recharger la page et réessayer.',
  'This request came from another site. Please open {address} and try again there.':
    'Cette demande vient d’un autre site. Veuillez ouvrir {address} et réessayer à partir de là.',
  'Please sign in.': 'Veuillez vous connecter.',
  'This Idempotency-Key was already used for another request.':
    'Cette Idempotency-Key a déjà servi à une autre demande.',
  'Idempotency-Key must be 1 to 255 visible characters.':
    'Idempotency-Key doit avoir de 1 à 255 caractères visibles.',
  'Upload failed. Ensure image ≤ 5MB and is PNG/JPEG/WEBP.':
    'Le téléversement a échoué. L’image doit faire au plus 5\u00a0Mo et être au format PNG, JPEG ou WEBP.',
  'This photo has more than 5 MB. Please choose a smaller one.':
    'Cette photo fait plus de 5\u00a0Mo. Veuillez en choisir une plus petite.',
  'This photo has more than 100 megapixels. Please choose a smaller one.':
    'Cette photo a plus de 100\u00a0mégapixels. Veuillez en choisir une plus petite.',
  'This is a HEIC photo, which cannot be read here. Please save it as JPEG and choose that one.':
    'Cette photo est au format HEIC, qui ne peut pas être lu ici. Veuillez l’enregistrer au format JPEG et choisir cette version.',
  'Please send the file as multipart/form-data.': 'Veuillez envoyer le fichier en multipart/form-data.',
  'Please choose a file.': 'Veuillez choisir un fichier.',
  'Please choose a file': 'Veuillez choisir un fichier',
  'Too many tries.': 'Trop d’essais.',
  'Too many tries. Please wait a minute and try again.':
    'Trop d’essais. Veuillez attendre une minute et réessayer.',
  'Too many tries. Please wait {minutes} minutes and try again.':
    'Trop d’essais. Veuillez attendre {minutes}\u00a0minutes et réessayer.',
  'This is being used very often at the moment. Please try again in a minute.':
    'Ce service est très demandé en ce moment. Veuillez réessayer dans une minute.',
  'This is being used very often at the moment. Please try again in {minutes} minutes.':
    'Ce service est très demandé en ce moment. Veuillez réessayer dans {minutes}\u00a0minutes.',
  'Please give one text': 'Veuillez donner un seul texte',
  'Please enter your email address': 'Veuillez entrer votre adresse courriel',
  'Please enter a valid URL': 'Veuillez entrer une adresse Web valide',
  'Please choose new, off or on': 'Veuillez choisir new, off ou on',
  'Please sign in with a code that we mail you to change your share link.':
    'Pour modifier votre lien de partage, veuillez vous connecter avec un code que nous vous envoyons par courriel.',
  'You have a share link once you have logged a donation.':
    'Vous aurez un lien de partage dès que vous aurez inscrit un don.',
  'Please choose comma or semicolon': 'Veuillez choisir comma ou semicolon',
  'Please choose donation_logged, donation_confirmed, donation_rejected, donation_measured, code_ending, code_used, pickup_scheduled, pickup_moved, pickup_cancelled, bin_emptied':
    'Veuillez choisir donation_logged, donation_confirmed, donation_rejected, donation_measured, code_ending, code_used, pickup_scheduled, pickup_moved, pickup_cancelled, bin_emptied',
  'Please give a whole number': 'Veuillez donner un nombre entier',
  'Please give a month, such as 2026-11': 'Veuillez donner un mois, par exemple 2026-11',
  'Please say true or false': 'Veuillez donner true ou false',
  'offset is 0 or more': 'offset vaut 0 ou plus',
  'That email does not match this donor ID.': 'Ce courriel ne correspond pas à ce numéro de donateur.',
  'No donor ID can be made of this email. Please enter your donor ID.':
    'Ce courriel ne peut pas servir de numéro de donateur. Veuillez entrer votre numéro.',
  'This sign-in has ended. Please start again.': 'Cette connexion a pris fin. Veuillez recommencer.',
  'That code was too old. A new one is on its way.': 'Ce code n’est plus valable. Un nouveau est en route.',
  'That code is wrong or was used before.': 'Ce code est erroné ou a déjà servi.',
  'That code is not right. 1 try left.': 'Ce code n’est pas le bon. Il reste 1\u00a0essai.',
  'That code is not right. {tries} tries left.': 'Ce code n’est pas le bon. Il reste {tries}\u00a0essais.',
  'Those were too many wrong codes. Ask for a new one in a minute.':
    'Il y a eu trop de codes erronés. Demandez-en un nouveau dans une minute.',
  'Those were too many wrong codes. Ask for a new one in {minutes} minutes.':
    'Il y a eu trop de codes erronés. Demandez-en un nouveau dans {minutes}\u00a0minutes.',
  'Link not found or expired.': 'Lien introuvable ou expiré.',
  'A share link is required': 'Un lien de partage est obligatoire',
  'This person was removed.': 'Cette personne a été retirée.',
  'This person was removed, so no photo of their donations is kept.':
    'Cette personne a été retirée\u00a0: aucune photo de ses dons n’est conservée.',
  'There is no such photo.': 'Cette photo n’existe pas.',
  'Location is required': 'Le lieu est obligatoire',
  'Bin ID is required': 'Veuillez choisir un bac',
  'There is no such bin.': 'Ce bac n’existe pas.',
  'Invalid PIN': 'NIP invalide',
  'Code not found': 'Code introuvable',
  'Code expired': 'Code expiré',
  'Code fully used': 'Code entièrement utilisé',
  'Unknown error': 'Erreur inconnue',
  'This code is for another partner store.': 'Ce code est pour une autre friperie partenaire.',
  'Another partner store redeemed this code.': 'Une autre friperie partenaire a accepté ce code.',
  'There is no such redemption of this code.': 'Ce code n’a aucune utilisation de ce numéro.',
  'This use was given back already.': 'Cette utilisation a déjà été rendue.',
  'This was too long ago to be undone at the till. The office can give the use back.':
    'C’était il y a trop longtemps pour l’annuler à la caisse. Le bureau peut rendre l’utilisation.',
  'Enter a reward code first.': 'Entrez d’abord un code de récompense.',
  'Codes never contain O, 0, I, L or 1. Look at that character again.':
    'Un code ne contient jamais O, 0, I, L ni 1. Regardez ce caractère de nouveau.',
  'This link does not work, or works no more. Please open the whole of it, or ask the office for another.':
    'Ce lien ne fonctionne pas ou ne fonctionne plus. Veuillez l’ouvrir en entier ou en demander un autre au bureau.',
  'That month has not begun yet.': 'Ce mois n’a pas encore commencé.',
});
