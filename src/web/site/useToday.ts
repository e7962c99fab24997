import { useCallback, useRef, useInsertionEffect, useState } from 'react';
import { dayBy, type SiteDay } from '#features/settings/rules.ts';
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
  const [clock] = useState(stoppedClock);
  const openedAt = useIsHydrated() ? clock() : null;
  const answer = useFirst(useSiteAnswer());
  return openedAt && dayAt(openedAt, answer);
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

/** The first answer, since a later one may be of a later day. */
function useFirst<Value>(value: Value | null | undefined): Value | undefined {
  const [first, setFirst] = useState(value ?? undefined);
  if (first === undefined && value) setFirst(value);
  return first ?? value ?? undefined;
}

/** The day by the server's answer, else by the build's offsets. */
function dayAt(instant: Date, { today, tomorrowStartsAt }: Partial<SiteDay> = {}): Day {
  return today && tomorrowStartsAt
    ? dayBy({ today, tomorrowStartsAt }, instant)
    : dayOf(instant, timeZoneOf());
}

/** A clock that stops at its first reading. */
function stoppedClock(): () => Date {
  let openedAt: Date | undefined;
  return () => (openedAt ??= new Date());
}
