import { useState } from 'react';
import { dayOf, type Day } from '#shared/dates.ts';
import { answerSoFar, useAnswer } from '#web/api/useAnswer.ts';
import { useIsHydrated } from '#web/ui/hydration.tsx';
import { dayBy, type SiteDay } from './rules.ts';
import { siteInfo } from './siteInfoAddress.ts';
import { timeZoneOf } from './useSiteInfo.ts';

/** The day that it was on the site when a screen opened: a form must not change its mind at midnight. */
export function useToday(): Day {
  const [openedAt] = useState(() => new Date());
  return dayAt(openedAt, useFirst(useAnswer(siteInfo)));
}

/** The same for a prerendered page: null until it is hydrated in a browser, which has a clock. */
export function useTodayOnceHydrated(): Day | null {
  const [look] = useState(lookOnce);
  const openedAt = useIsHydrated() ? look() : null;
  const said = useFirst(useAnswer(siteInfo));
  return openedAt && dayAt(openedAt, said);
}

/** The day that it is on the site at this moment: what a date is checked against. */
export function dayNow(): Day {
  return dayAt(new Date(), answerSoFar(siteInfo));
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
