// What the document itself says, before any page is in it.
import { slogan } from './site.ts';

export const description = `${slogan} Donnez les objets de maison qui ne vous servent plus et obtenez des codes de récompense pour des friperies partenaires du Manitoba.`;

/** The file that says what a phone installs. */
export const manifest = '/site.fr.webmanifest';

/** What stands where an address of the site is shared. */
export const socialCard = '/social-card-fr.png';
