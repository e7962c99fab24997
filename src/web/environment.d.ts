import type { Language } from '#shared/languages.ts';
import type { UtcOffset } from '#shared/timeZone.ts';

declare global {
  /** What the build knows: see vite.config.ts. */
  interface ImportMetaEnv {
    /** When the clocks of the site's default time zone change. */
    readonly SITE_UTC_OFFSETS: UtcOffset[];
    /** The pages that the service worker keeps for when there is no connection. */
    readonly KEPT_PAGES: string[];
    /** The console's screens are in the English build alone. */
    readonly HAS_CONSOLE: boolean;
    /** What stands in for a page that it has not kept, in each language. */
    readonly OFFLINE_PAGES: Readonly<Record<Language, string>>;
    /** The page that sees to the donations kept in its browser by itself. */
    readonly LOG_PAGE: string;
    /** The till's and the console's. */
    readonly WORK_PAGES: string[];
  }

  // Background sync, which only some browsers have and TypeScript's libraries therefore leave out.
  interface ServiceWorkerRegistration {
    readonly sync?: { register: (tag: string) => Promise<void> };
  }
}
