// The form that subscribes to the newsletter.

export const form = 'Infolettre';
export const email = 'Courriel';
export const emailExample = 'vous@exemple.ca';
export const firstName = 'Prénom';
export const optional = 'facultatif';
export const subscribe = 'S’abonner';
export const subscribing = 'Abonnement…';

export const success = 'C’est fait\u00a0!';
export const error = 'Erreur';
export const failed = 'L’abonnement à l’infolettre a échoué';
export const emailMissing = 'Veuillez entrer votre adresse courriel';
export const emailMissingAtField = 'Il manque votre courriel.';
export const consentMissing = 'Veuillez accepter de recevoir l’infolettre et des nouvelles';
export const consentMissingAtField = 'Veuillez cocher cette case.';
