import { Award, Globe, Hammer, HandHeart, House, Sprout, Trophy } from 'lucide-react';
import { Card } from '#web/ui/Card.tsx';
import type { Icon } from '#web/ui/icon.ts';
import { percentOf } from '#web/ui/progress.ts';
import { Ring } from '#web/ui/Ring.tsx';
import * as words from '#words/badges.tsx';
import { badges, milestoneBadges, type Badge } from './badges.ts';

const badgeIcons = [HandHeart, Sprout, Trophy, Award];
const milestoneIcons = [House, Hammer, Globe];

type BadgesCardProps = {
  /** Donations so far, confirmed or pending. */
  donations: number;
  milestones: readonly number[];
  /** So many of the milestones are theirs whatever their counts are now. */
  kept: number;
};

export function BadgesCard({ donations, milestones, kept }: BadgesCardProps) {
  const next = badges.find((badge) => badge.donations > donations);
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
      <BadgeList list={badges} icons={badgeIcons} donations={donations} />
      <h3 className="t-4 mt-5">{words.milestones}</h3>
      <BadgeList
        list={milestoneBadges(milestones)}
        icons={milestoneIcons}
        donations={donations}
        kept={kept}
      />
    </Card>
  );
}

type BadgeListProps = { list: readonly Badge[]; icons: readonly Icon[]; donations: number; kept?: number };

function BadgeList({ list, icons, donations, kept = 0 }: BadgeListProps) {
  return (
    <ul className="mt-3 grid grid-cols-1 gap-x-4 gap-y-4 sm:grid-cols-2">
      {list.map((badge, index) => (
        <BadgeItem
          key={badge.name}
          badge={badge}
          icon={icons[index] ?? Award}
          donations={donations}
          isKept={index < kept}
        />
      ))}
    </ul>
  );
}

type BadgeItemProps = { badge: Badge; icon: Icon; donations: number; isKept: boolean };

function BadgeItem({ badge, icon: BadgeIcon, donations, isKept }: BadgeItemProps) {
  const reached = donations >= badge.donations;
  const earned = reached || isKept;
  return (
    <li className="flex items-center gap-3">
      <Ring percent={earned ? 100 : percentOf(donations, badge.donations)} size={60}>
        <BadgeIcon size={24} className={earned ? 'text-spruce' : 'text-muted'} aria-hidden />
      </Ring>
      <div className="min-w-0">
        <p className="leading-snug font-bold">{badge.name}</p>
        <p className="t-small text-muted">
          {reached && words.earnedWith(badge.donations, (text) => <span className="sr-only">{text}</span>)}
          {!reached && (isKept ? words.earned : words.soFar(donations, badge.donations))}
        </p>
      </div>
    </li>
  );
}
