import { useDonor } from '#features/auth/useDonor.ts';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { Prairie } from '#web/art/Prairie.tsx';
import { PublicLayout } from '#web/layouts/PublicLayout.tsx';
import { Hero } from '#web/pages/home/Hero.tsx';
import { HowItWorks } from '#web/pages/home/HowItWorks.tsx';
import { Rewards } from '#web/pages/home/Rewards.tsx';

export function HomePage() {
  const donor = useDonor();
  const site = useSiteInfo();
  return (
    <PublicLayout donor={donor !== null}>
      <title>ReRound · Close the Loop. Open a Future.</title>
      <Hero community={site.community} timeZone={site.timeZone} />
      <HowItWorks />
      <Rewards terms={site.rewards} />
      <Prairie className="mt-16 h-20 bar:mt-24 bar:h-27.5" />
    </PublicLayout>
  );
}
