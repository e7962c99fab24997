import { CheckCheck } from 'lucide-react';
import type { Ref } from 'react';
import { kilogramsByBand } from '#shared/weights.ts';
import { formatCount, formatKilograms } from '#words/formats.ts';
import type { ListedDonation } from './listedDonation.ts';
import { MAX_CONFIRMED_AT_ONCE } from './contract.ts';
import { alikeSentence } from './decisionWords.ts';
import { Button } from '#web/ui/Button.tsx';

type SelectAll = {
  /** How many donations the search finds. */
  total: number;
  isPending: boolean;
  onPress: () => void;
};

type BulkBarProps = {
  selected: readonly ListedDonation[];
  selectAll: SelectAll;
  onClear: () => void;
  onConfirm: () => void;
  confirmButton: Ref<HTMLButtonElement>;
};

/** Shows how many rows are selected and what can be done with them. It stays in view while the list scrolls. */
export function BulkBar({ selected, selectAll, onClear, onConfirm, confirmButton }: BulkBarProps) {
  return (
    <div className="sticky top-0 z-3 flex h-13 items-center gap-3 border-t-[1.5px] border-line bg-spruce-tint px-3.5">
      <p role="status" className="flex flex-wrap gap-x-3">
        <b className="font-[650] whitespace-nowrap">{formatCount(selected.length)} selected</b>
        <span className="whitespace-nowrap text-muted">{formatClaimedKilograms(selected)}</span>
        <AlikeWarning selected={selected} />
      </p>
      <span className="flex">
        <SelectAllButton selectAll={selectAll} />
        <Button kind="ghost" size="row" onClick={onClear}>
          Clear
        </Button>
      </span>
      <Button ref={confirmButton} size="console" icon={CheckCheck} onClick={onConfirm} className="ms-auto">
        Confirm {formatConfirmableCount(selected)} selected
      </Button>
    </div>
  );
}

/** The bulk bar of a phone, at the bottom of the list of cards. */
export function BottomBulkBar({ selected, selectAll, onClear, onConfirm, confirmButton }: BulkBarProps) {
  return (
    <div className="sticky bottom-0 z-3 -mx-3.5 -mb-8 flex items-center gap-x-3.5 border-t-[1.5px] border-line bg-raised px-3.5 pt-2.5 pb-[max(10px,env(safe-area-inset-bottom))] sm:-mx-6 sm:px-6">
      <div className="shrink-0 leading-[1.35]">
        <span className="flex items-center gap-1">
          <b role="status" className="font-[650]">
            {formatCount(selected.length)} selected
          </b>
          <SelectAllButton selectAll={selectAll} className="-my-3 min-h-11! px-1!" />
        </span>
        <span className="block text-muted">{formatClaimedKilograms(selected)}</span>
        <AlikeWarning selected={selected} />
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
          Confirm <span className="max-card:sr-only">{formatConfirmableCount(selected)} </span>selected
        </span>
      </Button>
    </div>
  );
}

/** Warns that some of the selected donations may have been logged twice. */
function AlikeWarning({ selected }: Pick<BulkBarProps, 'selected'>) {
  const sentence = alikeSentence(selected.filter(({ alike: alikeCount }) => alikeCount > 0).length);
  return <span className="block font-[650] text-wheat-deep empty:hidden">{sentence}</span>;
}

type SelectAllButtonProps = { selectAll: SelectAll; className?: string | undefined };

/** Selects the found donations of all pages, up to the number that one press can confirm. */
function SelectAllButton({ selectAll: { total, isPending, onPress }, className }: SelectAllButtonProps) {
  return (
    <Button
      kind="ghost"
      size="row"
      pending={isPending}
      pendingLabel="Selecting…"
      onClick={onPress}
      className={className}
    >
      {total > MAX_CONFIRMED_AT_ONCE ? `Select the first ${MAX_CONFIRMED_AT_ONCE}` : `Select all ${total}`}
    </Button>
  );
}

/** How many of the selected donations one press confirms. */
function formatConfirmableCount(selected: readonly ListedDonation[]): string {
  return formatCount(Math.min(selected.length, MAX_CONFIRMED_AT_ONCE));
}

function formatClaimedKilograms(selected: readonly ListedDonation[]): string {
  const kilograms = selected.reduce((sum, { weight }) => sum + kilogramsByBand[weight], 0);
  return `${formatKilograms(kilograms)} kg claimed`;
}
