import { useState } from 'react';
import { dayOf, type Day } from '#shared/dates.ts';

/** The day that it was in a time zone when the page opened: a form must not change its mind at midnight. */
export function useToday(timeZone: string): Day {
  const [openedAt] = useState(() => new Date());
  return dayOf(openedAt, timeZone);
}
