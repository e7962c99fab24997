// A page that is read.
import type { ReactNode } from 'react';
import type { Day } from '#shared/dates.ts';
import { formatDay } from './dates.ts';

export const lastChecked = (day: Day, time: (text: string) => ReactNode) => (
  <>Vérifié pour la dernière fois le {time(formatDay(day))}</>
);
