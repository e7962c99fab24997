// What the document itself says, before any page is in it.
import { slogan } from './site.ts';

export const description = `${slogan} Donnez les articles de maison dont vous ne vous servez plus et recevez des codes de récompense pour les friperies partenaires du Manitoba.`;

/** The file that says what a phone installs. */
export const manifest = '/site.fr.webmanifest';

/** What stands where an address of the site is shared. */
export const socialCard = '/social-card-fr.png';
