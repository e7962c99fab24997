import type { UtcOffset } from '#shared/timeZone.ts';

declare global {
  /** Constants of the build. `vite.config.ts` sets them. */
  interface ImportMetaEnv {
    /** When the clocks of the site's default time zone change. */
    readonly SITE_UTC_OFFSETS: UtcOffset[];
    /** Whether this build has the console's screens: only the English one does. */
    readonly HAS_CONSOLE: boolean;
  }
}
