/** Where the console lives, on the server and in the browser. */
export const ADMIN_CONSOLE_PATH = '/reround-admin-843';
