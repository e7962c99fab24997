import { useCallback, useRef, useInsertionEffect, useState } from 'react';
import { currentDay, type SiteDay } from '#features/settings/rules.ts';
import { dayOf, type Day } from '#shared/dates.ts';
import { useIsHydrated } from '#web/ui/hydration.tsx';
import { timeZoneOf } from './useSiteInfo.ts';
import { useSiteAnswer } from './SiteData.tsx';

/** The site's day when the screen opened. It stays the same after midnight, so that no form changes by itself. */
export function useToday(): Day {
  const [openedAt] = useState(() => new Date());
  return dayAt(openedAt, useFirstLoaded(useSiteAnswer()));
}

/** The site's day when the screen opened, for pages that the server renders. Null until the page is hydrated. */
export function useTodayOnceHydrated(): Day | null {
  const today = useToday();
  return useIsHydrated() ? today : null;
}

/** Returns a function that gives the site's current day, to check a date against. */
export function useDayNow(): () => Day {
  const answer = useSiteAnswer();
  const latest = useRef(answer);
  useInsertionEffect(() => {
    latest.current = answer;
  });
  return useCallback(() => dayAt(new Date(), latest.current ?? undefined), []);
}

/** The first loaded value. A later answer may come on the next day, and `currentDay` cannot count days back. */
function useFirstLoaded<Value>(value: Value | null | undefined): Value | undefined {
  const [firstLoaded, setFirstLoaded] = useState(value ?? undefined);
  if (firstLoaded === undefined && value) setFirstLoaded(value);
  return firstLoaded;
}

/** The day by the server's answer. Without an answer, the day by the UTC offsets that were built into the page. */
function dayAt(instant: Date, { today, tomorrowStartsAt }: Partial<SiteDay> = {}): Day {
  return today && tomorrowStartsAt
    ? currentDay({ today, tomorrowStartsAt }, instant)
    : dayOf(instant, timeZoneOf());
}
