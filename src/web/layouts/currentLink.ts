import { paths } from '#web/paths.ts';

/** How a link stands to the path and hash on show: a section's is current only at its own hash. */
export function currentLink(to: string, here: string): 'page' | 'location' | undefined {
  if (!to.includes('#')) return here.replace(/#.*/, '') === to ? 'page' : undefined;
  // The top of the landing page is its first section.
  return (here === paths.home ? paths.section('home') : here) === to ? 'location' : undefined;
}
