import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dayOf, type Day } from '#shared/dates.ts';
import { useAlive } from '#web/ui/alive.tsx';
import { dayBy, type SiteDay } from './rules.ts';
import { siteDefaults } from './siteDefaults.ts';
import { siteInfoQuery } from './siteInfoQuery.ts';

/** The day that it was on the site when a screen opened: a form must not change its mind at midnight. */
export function useToday(): Day {
  const [openedAt] = useState(() => new Date());
  return dayAt(openedAt, useFirst(useSiteQuery().data));
}

/** The same for a prerendered page: null until it has come alive in a browser, which has a clock. */
export function useTodayOnceAlive(): Day | null {
  const [look] = useState(lookOnce);
  const openedAt = useAlive() ? look() : null;
  const said = useFirst(useSiteQuery().data);
  return openedAt && dayAt(openedAt, said);
}

/** Tells the day that it is on the site at the moment of asking: what a date is checked against. */
export function useDayNow(): () => Day {
  const queryClient = useQueryClient();
  return () => dayAt(new Date(), queryClient.getQueryData(siteInfoQuery.queryKey));
}

function useSiteQuery() {
  return useQuery({ ...siteInfoQuery, enabled: useAlive() });
}

/** What was said first: a later word is about a later day. */
function useFirst<Value>(value: Value | undefined): Value | undefined {
  const [first, setFirst] = useState(value);
  if (first === undefined && value !== undefined) setFirst(value);
  return first ?? value;
}

/** By the server, and until it has answered by the browser's own time zones. */
function dayAt(instant: Date, said: SiteDay | undefined): Day {
  return said ? dayBy(said, instant) : dayOf(instant, siteDefaults.timeZone);
}

function lookOnce(): () => Date {
  let openedAt: Date | undefined;
  return () => (openedAt ??= new Date());
}
