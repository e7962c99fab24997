import { Award, Globe, Hammer, HandHeart, House, Sprout, Trophy } from 'lucide-react';
import { Card } from '#web/ui/Card.tsx';
import type { Icon } from '#web/ui/Button.tsx';
import { percentOf, Ring } from '#web/ui/Ring.tsx';
import { badges as words } from '#words/dashboard.tsx';

type BadgesCardProps = {
  /** Donations so far, confirmed or pending. */
  donations: number;
  milestones: readonly number[];
  /** How many of the milestones stay earned although the site has raised their counts. */
  earnedBefore: number;
};

export function BadgesCard({ donations, milestones, earnedBefore }: BadgesCardProps) {
  const next = badges.find((badge) => badge.donations > donations);
  const all = [
    ...badges.map((badge) => ({ ...badge, isEarned: donations >= badge.donations })),
    ...milestoneBadges(milestones).map((badge, index) => ({
      ...badge,
      isEarned: index < earnedBefore || donations >= badge.donations,
    })),
  ];
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
          {all.map((badge) => (
            <li key={badge.name} className="flex flex-wrap justify-between gap-x-4 py-1">
              <b className="font-bold">{badge.name}</b>
              <span className="t-small text-muted">{progressWords(badge, donations)}</span>
            </li>
          ))}
        </ul>
      </details>
    </Card>
  );
}

interface Badge {
  name: string;
  /** How many donations it needs. */
  donations: number;
  icon: Icon;
}

function progressWords(badge: Badge & { isEarned: boolean }, donations: number) {
  if (donations >= badge.donations) return words.earnedWith(badge.donations);
  return badge.isEarned ? words.earned : words.soFar(donations, badge.donations);
}

/** Badges by the number of donations that are confirmed or pending. */
export const badges: readonly Badge[] = [
  { name: words.firstDonor, donations: 1, icon: HandHeart },
  { name: words.greenContributor, donations: 5, icon: Sprout },
  { name: words.ecoChampion, donations: 10, icon: Trophy },
  { name: words.sustainabilityHero, donations: 25, icon: Award },
];

const milestoneIcons = [House, Hammer, Globe];

/** Milestone badges at the counts that the site sets. */
export function milestoneBadges(milestones: readonly number[]): Badge[] {
  return words.milestoneNames.map((name, index) => ({
    name,
    donations: milestones[index] ?? Infinity,
    icon: milestoneIcons[index] ?? Award,
  }));
}
