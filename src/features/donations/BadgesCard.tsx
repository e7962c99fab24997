import { Award, Globe, Hammer, HandHeart, House, Sprout, Trophy } from 'lucide-react';
import { Card } from '#web/ui/Card.tsx';
import type { Icon } from '#web/ui/Button.tsx';
import { percentOf, Ring } from '#web/ui/Ring.tsx';
import { badges as words } from '#words/dashboard.tsx';

/** For the badges, then for the milestones. */
const icons: readonly Icon[] = [HandHeart, Sprout, Trophy, Award, House, Hammer, Globe];

type BadgesCardProps = {
  /** Donations so far, confirmed or pending. */
  donations: number;
  milestones: readonly number[];
  /** How many of the milestones stay earned although the site has raised their counts. */
  earnedBefore: number;
};

export function BadgesCard({ donations, milestones, earnedBefore }: BadgesCardProps) {
  const next = badges.find((badge) => badge.donations > donations);
  const all = [...badges, ...milestoneBadges(milestones)].map((badge, index) => {
    const wasEarned = index >= badges.length && index < badges.length + earnedBefore;
    return { ...badge, icon: icons[index] ?? Award, isEarned: wasEarned || donations >= badge.donations };
  });
  return (
    <Card as="section" aria-labelledby="badges">
      <h2 id="badges" className="t-3">
        {words.heading}
      </h2>
      <p className="mt-1.5 text-muted">
        {next
          ? words.next(<b className="font-bold text-ink">{next.name}</b>, next.donations - donations)
          : words.all}
      </p>
      <div
        aria-hidden="true"
        className="mt-3 grid max-w-md grid-cols-7 gap-1.5 [&>span>svg]:h-auto [&>span>svg]:w-full"
      >
        {all.map(({ name, donations: needed, icon: BadgeIcon, isEarned }) => (
          <Ring key={name} percent={isEarned ? 100 : percentOf(donations, needed)} size={52}>
            <BadgeIcon size={20} className={isEarned ? 'text-spruce' : 'text-muted'} />
          </Ring>
        ))}
      </div>
      <details className="mt-1">
        <summary className="t-small inline-flex min-h-11 cursor-pointer list-none items-center font-[650] text-spruce underline underline-offset-4 [&::-webkit-details-marker]:hidden">
          {words.whatEachIs}
        </summary>
        <ul>
          {all.map(({ name, donations: needed, isEarned }) => (
            <li key={name} className="flex flex-wrap justify-between gap-x-4 py-1">
              <b className="font-bold">{name}</b>
              <span className="t-small text-muted">
                {donations >= needed
                  ? words.earnedWith(needed)
                  : isEarned
                    ? words.earned
                    : words.soFar(donations, needed)}
              </span>
            </li>
          ))}
        </ul>
      </details>
    </Card>
  );
}

interface Badge {
  name: string;
  donations: number;
}

/** Badges by the number of donations that are confirmed or pending (spec section 1). */
export const badges: readonly Badge[] = [
  { name: words.firstDonor, donations: 1 },
  { name: words.greenContributor, donations: 5 },
  { name: words.ecoChampion, donations: 10 },
  { name: words.sustainabilityHero, donations: 25 },
];

/** Milestone badges at the counts that the site sets. */
export function milestoneBadges(milestones: readonly number[]): Badge[] {
  return words.milestoneNames.map((name, index) => ({ name, donations: milestones[index] ?? 0 }));
}
