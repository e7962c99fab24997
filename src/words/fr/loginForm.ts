// What any sign-in says.

export const logIn = 'Se connecter';
export const loggingIn = 'Connexion…';
