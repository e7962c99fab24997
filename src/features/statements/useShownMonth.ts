import { useSearchParams } from 'react-router';
import { useToday } from '#features/site/useToday.ts';
import { month as monthSchema } from './contract.ts';
import type { Month } from './months.ts';

export interface ShownMonth {
  /** The one that is shown. */
  month: Month;
  /** The one that the address names; the one that runs has no need to. */
  named: Month | undefined;
  /** The one that runs. */
  current: Month;
  /** The query of the address at which a month is shown. */
  addressOf: (month: Month) => { search: string };
}

/** Of which month the address asks. */
export function useShownMonth(): ShownMonth {
  const [searchParams] = useSearchParams();
  const current = useToday().slice(0, 7);
  const { data: asked } = monthSchema.safeParse(searchParams.get('month'));
  const named = asked !== undefined && asked < current ? asked : undefined;

  function addressOf(month: Month) {
    const next = new URLSearchParams(searchParams);
    if (month === current) next.delete('month');
    else next.set('month', month);
    return { search: next.toString() };
  }

  return { month: named ?? current, named, current, addressOf };
}
