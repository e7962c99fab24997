import type { MouseEvent } from 'react';
import { focusNextRow } from './focusNextRow.ts';
import type { Selection } from './useSelection.ts';
import type { ListedDonation } from '#features/donations/listedDonation.ts';

/** What the table and the cards have in common. */
export type PendingListProps = {
  donations: readonly ListedDonation[];
  selection: Selection<ListedDonation>;
  onConfirm: (donation: ListedDonation) => void;
  onReject: (donation: ListedDonation) => void;
};

/** A press on a row's Confirm. The row leaves at once, and the next one moves under the pointer. */
export function confirmOnce(event: MouseEvent<HTMLButtonElement>, confirm: () => void): void {
  // The second half of a double click lands on that next row, which nobody meant to confirm.
  if (event.detail > 1) return;
  focusNextRow(event.currentTarget);
  confirm();
}
