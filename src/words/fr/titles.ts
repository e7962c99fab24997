// What stands in the browser's tab, by the names of `#shared/screens.ts`.
import { slogan } from './site.ts';

export const home = `ReRound · ${slogan}`;
export const log = 'Inscrire un don · ReRound';
export const redeem = 'Accepter un code · ReRound';
export const guide = 'Qu’est-ce que le bric-à-brac\u00a0? · ReRound';
export const pickupRequest = 'Demander un ramassage gratuit · ReRound';
export const discounts = 'Rabais des partenaires · ReRound';
export const privacy = 'Confidentialité · ReRound';
export const accessibility = 'Accessibilité · ReRound';
export const binDemo = 'Deux codes sur chaque bac · ReRound';
export const donorLogin = 'Connexion des donateurs · ReRound';
export const reportOverflow = 'Signaler un bac · ReRound';
export const sharedStatus = 'État des dons · ReRound';
export const dashboard = 'Votre tableau de bord · ReRound';
export const offline = 'Vous êtes hors ligne · ReRound';
export const mailLink = 'Ce lien ne fonctionne pas · ReRound';
export const storeStatement = 'Relevé · ReRound';
export const notFound = 'Page introuvable · ReRound';
