/** Without its code the page can be read, but no button of it works. */
export const notLoaded =
  'Cette page n’est pas entièrement chargée, et ses boutons ne fonctionnent pas. Vérifiez la connexion, puis rechargez-la.';
