import { SiteHeader } from '#web/layouts/SiteHeader.tsx';
import { paths } from '#web/paths.ts';
import { useSignedInDonor } from './useLive.ts';
import { useSectionOnShow } from './useSectionOnShow.ts';

export function LandingHeader() {
  const donor = useSignedInDonor();
  const section = useSectionOnShow();
  return <SiteHeader donor={donor} slim={false} here={section ? `/#${section}` : paths.home} />;
}
