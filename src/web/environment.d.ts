import type { UtcOffset } from '#shared/timeZone.ts';

declare global {
  /** What the build knows: see vite.config.ts. */
  interface ImportMetaEnv {
    /** When the clocks of the site's default time zone change. */
    readonly SITE_UTC_OFFSETS: UtcOffset[];
    /** The console's screens are in the English build alone. */
    readonly HAS_CONSOLE: boolean;
  }
}
