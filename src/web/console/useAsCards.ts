import { useState } from 'react';
import { NARROW, useMediaQuery } from '#web/ui/useMediaQuery.ts';
import { useIsCovered } from '#web/ui/Dialog.tsx';

/**
 * Whether lists stand as cards instead of as tables. While a dialog lies over one it stays as it is, also when a tablet is
 * turned: a row's dialog would go with the row, and what was typed into it.
 */
export function useAsCards(): boolean {
  const isNarrow = useMediaQuery(NARROW);
  const isCovered = useIsCovered();
  const [asCards, setAsCards] = useState(isNarrow);
  if (!isCovered && asCards !== isNarrow) setAsCards(isNarrow);
  return asCards;
}
