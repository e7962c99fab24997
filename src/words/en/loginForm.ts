// What any sign-in says.

export const logIn = 'Log in';
export const loggingIn = 'Logging in…';
