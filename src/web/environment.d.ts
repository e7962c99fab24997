import type { UtcOffset } from '#shared/utcOffsets.ts';

declare global {
  interface ImportMetaEnv {
    /** When the clocks of the site's default time zone change, as the build knew it: see vite.config.ts. */
    readonly SITE_UTC_OFFSETS: UtcOffset[];
  }
}
