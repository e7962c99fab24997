import { Award, Globe, Hammer, HandHeart, House, Sprout, Trophy } from 'lucide-react';
import { Card } from '#web/ui/Card.tsx';
import { percentOf, Ring } from '#web/ui/Ring.tsx';
import { badges as words } from '#words/dashboard.tsx';

type BadgesCardProps = {
  /** Donations so far, confirmed or pending. */
  donations: number;
  /** One for each of `milestoneBadges`, the lowest first. */
  milestones: readonly number[];
  /** How many milestone badges stay earned although the site has raised the milestones. */
  keptBadges: number;
};

export function BadgesCard({ donations, milestones, keptBadges }: BadgesCardProps) {
  const badges = [
    ...fixedBadges.map((badge) => ({ ...badge, isEarned: donations >= badge.neededDonations })),
    ...milestoneBadges.map((badge, index) => {
      const neededDonations = milestones[index] ?? Infinity;
      return { ...badge, neededDonations, isEarned: index < keptBadges || donations >= neededDonations };
    }),
  ];
  const [nextBadge] = badges
    .filter(({ isEarned }) => !isEarned)
    .toSorted((one, other) => one.neededDonations - other.neededDonations);
  return (
    <Card as="section" aria-labelledby="badges">
      <h2 id="badges" className="t-3">
        {words.heading}
      </h2>
      <p className="mt-1.5 text-muted">
        {nextBadge
          ? words.nextBadge(
              <b className="font-bold text-ink">{nextBadge.name}</b>,
              nextBadge.neededDonations - donations,
            )
          : words.allEarned}
      </p>
      <div
        aria-hidden="true"
        className="mt-3 grid max-w-md grid-cols-7 gap-1.5 [&>span>svg]:h-auto [&>span>svg]:w-full"
      >
        {badges.map(({ name, neededDonations, icon: BadgeIcon, isEarned }) => (
          <Ring key={name} percent={isEarned ? 100 : percentOf(donations, neededDonations)} size={52}>
            <BadgeIcon size={20} className={isEarned ? 'text-spruce' : 'text-muted'} />
          </Ring>
        ))}
      </div>
      <details className="mt-1">
        <summary className="t-small inline-flex min-h-11 cursor-pointer list-none items-center font-[650] text-spruce underline underline-offset-4 [&::-webkit-details-marker]:hidden">
          {words.howToEarn}
        </summary>
        <ul>
          {badges.map((badge) => (
            <li key={badge.name} className="flex flex-wrap justify-between gap-x-4 py-1">
              <b className="font-bold">{badge.name}</b>
              <span className="t-small text-muted">{formatProgress(badge, donations)}</span>
            </li>
          ))}
        </ul>
      </details>
    </Card>
  );
}

type BadgeProgress = { neededDonations: number; isEarned: boolean };

function formatProgress({ neededDonations, isEarned }: BadgeProgress, donations: number) {
  if (donations >= neededDonations) return words.earnedWith(neededDonations);
  return isEarned ? words.earned : words.soFar(donations, neededDonations);
}

/** The badges that are the same on every site. */
const fixedBadges = [
  { name: words.firstDonor, neededDonations: 1, icon: HandHeart },
  { name: words.greenContributor, neededDonations: 5, icon: Sprout },
  { name: words.ecoChampion, neededDonations: 10, icon: Trophy },
  { name: words.sustainabilityHero, neededDonations: 25, icon: Award },
];

/** The badges whose numbers of donations the site sets. */
const milestoneBadges = [
  { name: words.communityContributor, icon: House },
  { name: words.sustainabilityBuilder, icon: Hammer },
  { name: words.planetProtector, icon: Globe },
];
