// The till's camera.

export const heading = 'Placez le code dans le cadre';
export const staysHere = 'L’image reste sur ce téléphone.';
export const opening = 'Ouverture de la caméra…';
export const otherCode = 'Ce n’est pas un code de récompense';
export const close = 'Fermer';
export const typeCode = 'Taper le code';

/** Why there is no picture. */
export const noPicture = 'Pas d’image';
export const insecure = 'Les navigateurs n’ouvrent la caméra qu’à une adresse sécurisée (https).';
export const notAllowed =
  'Cette page n’a pas accès à la caméra. Autorisez-la pour ce site dans les paramètres du navigateur.';
export const noCamera = 'Cet appareil n’a pas de caméra.';
export const doesNotStart = 'La caméra ne démarre pas. Une autre application l’utilise peut-être.';
export const scannerNotLoaded = 'Le lecteur ne s’est pas chargé. Vérifiez la connexion.';
/** After why. */
export const typeInstead = (why: string) => `${why} Vous pouvez taper le code.`;
