import { useCallback, useRef, useInsertionEffect, useState } from 'react';
import { currentDay, type SiteDay } from '#features/settings/rules.ts';
import { dayOf, type Day } from '#shared/dates.ts';
import { useIsHydrated } from '#web/ui/hydration.tsx';
import { timeZoneOf } from './useSiteInfo.ts';
import { useSiteAnswer } from './Visit.tsx';

/** The site's day when the screen opened, because a form must not change at midnight. */
export function useToday(): Day {
  const [openedAt] = useState(() => new Date());
  return dayAt(openedAt, useFirst(useSiteAnswer()));
}

/** The same on a page that the server renders: null until it is hydrated. */
export function useTodayOnceHydrated(): Day | null {
  const today = useToday();
  return useIsHydrated() ? today : null;
}

/** A function that returns the site's current day, to check a date against. */
export function useDayNow(): () => Day {
  const answer = useSiteAnswer();
  const latest = useRef(answer);
  useInsertionEffect(() => {
    latest.current = answer;
  });
  return useCallback(() => dayAt(new Date(), latest.current ?? undefined), []);
}

/** The first answer. A later one may be of the next day, and `currentDay` counts no days back. */
function useFirst<Value>(value: Value | null | undefined): Value | undefined {
  const [first, setFirst] = useState(value ?? undefined);
  if (first === undefined && value) setFirst(value);
  return first ?? value ?? undefined;
}

/** The day by the server's answer, else by the UTC offsets that were built into the page. */
function dayAt(instant: Date, { today, tomorrowStartsAt }: Partial<SiteDay> = {}): Day {
  return today && tomorrowStartsAt
    ? currentDay({ today, tomorrowStartsAt }, instant)
    : dayOf(instant, timeZoneOf());
}
