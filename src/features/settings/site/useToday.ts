import { useCallback, useRef, useInsertionEffect, useState } from 'react';
import { dayOf, type Day } from '#shared/dates.ts';
import { useIsHydrated } from '#web/ui/hydration.tsx';
import { dayBy, type SiteDay } from './rules.ts';
import { timeZoneOf } from './useSiteInfo.ts';
import { useSiteAnswer } from './Visit.tsx';

/** The day that it was on the site when a screen opened: a form must not change its mind at midnight. */
export function useToday(): Day {
  const [openedAt] = useState(() => new Date());
  return dayAt(openedAt, useFirst(useSiteAnswer()));
}

/** The same for a rendered page: null until it is hydrated in a browser, which has a clock. */
export function useTodayOnceHydrated(): Day | null {
  const [look] = useState(lookOnce);
  const openedAt = useIsHydrated() ? look() : null;
  const said = useFirst(useSiteAnswer());
  return openedAt && dayAt(openedAt, said);
}

/** Gives the day that it is on the site at the moment of the call: what a date is checked against. */
export function useDayNow(): () => Day {
  const answer = useSiteAnswer();
  const latest = useRef(answer);
  useInsertionEffect(() => {
    latest.current = answer;
  });
  return useCallback(() => dayAt(new Date(), latest.current ?? undefined), []);
}

/** What was said first: a later word is about a later day. */
function useFirst<Value>(value: Value | null | undefined): Value | undefined {
  const [first, setFirst] = useState(value ?? undefined);
  if (first === undefined && value) setFirst(value);
  return first ?? value ?? undefined;
}

/** By the server, and until it has answered by the browser's own time zones. */
function dayAt(instant: Date, { today, tomorrowStartsAt }: Partial<SiteDay> = {}): Day {
  return today && tomorrowStartsAt
    ? dayBy({ today, tomorrowStartsAt }, instant)
    : dayOf(instant, timeZoneOf());
}

function lookOnce(): () => Date {
  let openedAt: Date | undefined;
  return () => (openedAt ??= new Date());
}
