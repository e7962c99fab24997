import { studentMe } from '#features/auth/studentMeAddress.ts';
import { useAnswer } from '#web/api/useAnswer.ts';
import { SiteHeader } from '#web/layouts/SiteHeader.tsx';
import { paths } from '#web/paths.ts';
import { useSectionOnShow } from './useSectionOnShow.ts';

export function LandingHeader() {
  const donor = useAnswer(studentMe)?.authenticated ?? false;
  const section = useSectionOnShow();
  return <SiteHeader donor={donor} slim={false} here={section ? `${paths.home}#${section}` : paths.home} />;
}
