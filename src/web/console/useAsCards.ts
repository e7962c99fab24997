import { useState } from 'react';
import { NARROW, useMediaQuery } from '#web/ui/useMediaQuery.ts';
import { useIsCovered } from '#web/ui/Dialog.tsx';

/**
 * Whether lists are cards instead of tables. While a dialog is open this does not change, even if a tablet is turned: a row's
 * dialog would vanish with the row, and so would what was typed into it.
 */
export function useAsCards(): boolean {
  const isNarrow = useMediaQuery(NARROW);
  const isCovered = useIsCovered();
  const [asCards, setAsCards] = useState(isNarrow);
  if (!isCovered && asCards !== isNarrow) setAsCards(isNarrow);
  return asCards;
}
