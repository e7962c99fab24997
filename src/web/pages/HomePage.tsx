import { useDonor } from '#features/auth/useDonor.ts';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { PublicLayout } from '#web/layouts/PublicLayout.tsx';
import { Hero } from './home/Hero.tsx';
import { HowItWorks } from './home/HowItWorks.tsx';
import { Rewards } from './home/Rewards.tsx';

export function HomePage() {
  const donor = useDonor();
  const site = useSiteInfo();
  return (
    <PublicLayout donor={donor !== null}>
      <title>ReRound · Close the Loop. Open a Future.</title>
      <Hero community={site.community} timeZone={site.timeZone} />
      <HowItWorks />
      <Rewards terms={site.rewards} />
    </PublicLayout>
  );
}
