import { CheckCheck } from 'lucide-react';
import type { Ref } from 'react';
import { kilogramsByBand } from '#shared/weights.ts';
import { formatCount, formatKilograms } from '#words/formats.ts';
import type { ListedDonation } from './listedDonation.ts';
import { MOST_AT_ONCE } from './contract.ts';
import { alikeSentence } from './decisionWords.ts';
import { Button } from '#web/ui/Button.tsx';

type BulkBarProps = {
  /** The selected ones. */
  donations: readonly ListedDonation[];
  /** How many rows the search finds. */
  total: number;
  selecting: boolean;
  onSelectAll: () => void;
  onClear: () => void;
  onConfirm: () => void;
  confirmButton: Ref<HTMLButtonElement>;
};

/** Number and weight of the selected rows, and their actions. It stays in view while the list scrolls. */
export function BulkBar({ onClear, onConfirm, confirmButton, ...selected }: BulkBarProps) {
  const { donations } = selected;
  return (
    <div className="sticky top-0 z-3 flex h-13 items-center gap-3 border-t-[1.5px] border-line bg-spruce-tint px-3.5">
      <p role="status" className="flex flex-wrap gap-x-3">
        <b className="font-[650] whitespace-nowrap">{formatCount(donations.length)} selected</b>
        <span className="whitespace-nowrap text-muted">{claimedText(donations)}</span>
        <LookAlike donations={donations} />
      </p>
      <span className="flex">
        <SelectAll {...selected} />
        <Button kind="ghost" size="row" onClick={onClear}>
          Clear
        </Button>
      </span>
      <Button ref={confirmButton} size="console" icon={CheckCheck} onClick={onConfirm} className="ms-auto">
        Confirm {confirmableCount(donations)} selected
      </Button>
    </div>
  );
}

/** The same for a phone, where the donations are cards: fixed at the bottom. */
export function BottomBulkBar({ onClear, onConfirm, confirmButton, ...selected }: BulkBarProps) {
  const { donations } = selected;
  return (
    <div className="sticky bottom-0 z-3 -mx-3.5 -mb-8 flex items-center gap-x-3.5 border-t-[1.5px] border-line bg-raised px-3.5 pt-2.5 pb-[max(10px,env(safe-area-inset-bottom))] sm:-mx-6 sm:px-6">
      <div className="shrink-0 leading-[1.35]">
        <span className="flex items-center gap-1">
          <b role="status" className="font-[650]">
            {formatCount(donations.length)} selected
          </b>
          <SelectAll {...selected} className="-my-3 min-h-11! px-1!" />
        </span>
        <span className="block text-muted">{claimedText(donations)}</span>
        <LookAlike donations={donations} />
      </div>
      <Button kind="ghost" size="small" onClick={onClear} className="ms-auto min-h-11! max-card:hidden">
        Clear
      </Button>
      <Button
        ref={confirmButton}
        icon={CheckCheck}
        onClick={onConfirm}
        className="min-w-0 max-card:ms-auto max-card:flex-1 max-card:px-3"
      >
        <span>
          Confirm <span className="max-card:sr-only">{confirmableCount(donations)} </span>selected
        </span>
      </Button>
    </div>
  );
}

/** Warns before a confirmation that some of the donations may have been logged twice. */
function LookAlike({ donations }: Pick<BulkBarProps, 'donations'>) {
  const sentence = alikeSentence(donations.filter(({ alike }) => alike > 0).length);
  return <span className="block font-[650] text-wheat-deep empty:hidden">{sentence}</span>;
}

type SelectAllProps = Pick<BulkBarProps, 'total' | 'selecting' | 'onSelectAll'> & {
  className?: string | undefined;
};

/** Selects what the search finds on all pages, up to the most that one press confirms. */
function SelectAll({ total, selecting, onSelectAll, className }: SelectAllProps) {
  return (
    <Button
      kind="ghost"
      size="row"
      pending={selecting}
      pendingLabel="Selecting…"
      onClick={onSelectAll}
      className={className}
    >
      {total > MOST_AT_ONCE ? `Select the first ${MOST_AT_ONCE}` : `Select all ${total}`}
    </Button>
  );
}

/** How many of the selected donations one press confirms. */
function confirmableCount({ length }: readonly ListedDonation[]): string {
  return formatCount(Math.min(length, MOST_AT_ONCE));
}

function claimedText(donations: readonly ListedDonation[]): string {
  const kilograms = donations.reduce((sum, { weight }) => sum + kilogramsByBand[weight], 0);
  return `${formatKilograms(kilograms)} kg claimed`;
}
