import { useLocation } from 'react-router';

/** A section's link is current only at its own hash, and Home only where there is none. */
export function useCurrentLink(to: string): 'page' | 'location' | undefined {
  const { pathname, hash } = useLocation();
  const here = `${pathname}${hash === '#home' ? '' : hash}`;
  if (here !== to) return undefined;
  return to.includes('#') ? 'location' : 'page';
}
