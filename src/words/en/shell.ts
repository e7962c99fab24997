// What the document itself says, before any page is in it. The English ones stand in `src/web/index.html`, too.
import { slogan } from './site.ts';

export const description = `${slogan} Give household things you no longer use and earn reward codes for partner thrift stores in Manitoba.`;

/** The file that says what a phone installs. */
export const manifest = '/site.webmanifest';

/** What stands where an address of the site is shared. */
export const socialCard = '/social-card.png';
