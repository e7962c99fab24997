// What a donation earns, on the landing page.

export const heading = 'Ce que vos dons rapportent';
export const exampleCode = 'Code de récompense, exemple';

export const atTheTill = 'À la caisse';
export const visitStore = '1. Allez chez un partenaire';
export const presentCode = '2. Présentez votre code';
export const howToPresent = 'Sur votre téléphone ou imprimé, en texte ou en code QR.';
export const enterPin = '3. La friperie entre son NIP';
export const saved = 'NIP entré, code accepté, rabais accordé.';

export const viewStores = 'Voir les friperies';
export const checkStatus = 'Voir l’état de vos dons';
