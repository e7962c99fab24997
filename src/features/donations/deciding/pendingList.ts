import type { ChangeEvent, MouseEvent } from 'react';
import type { searchOrders } from '#features/donations/lists/contract.ts';
import { focusNextRow } from './focusNextRow.ts';
import type { Selection } from './useSelection.ts';
import type { ListedDonation } from '#features/donations/listedDonation.ts';

export type PendingOrder = (typeof searchOrders)[number];

/** What the table and the cards have in common. */
export type PendingListProps = {
  donations: readonly ListedDonation[];
  selection: Selection<ListedDonation>;
  sort: PendingOrder;
  /** Turns the order round. */
  onSort: () => void;
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

/** Whether Shift was held as a box was ticked, by the pointer or the space bar: then it stands for a range. */
export function isRange({ nativeEvent }: ChangeEvent): boolean {
  return 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true;
}
