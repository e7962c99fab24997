import { CheckCheck } from 'lucide-react';
import { kilogramsByBand } from '#shared/weights.ts';
import { Button } from '#web/ui/Button.tsx';
import { formatKilograms } from '#web/ui/progress.ts';
import type { ListedDonation } from '#features/donations/listedDonation.ts';

type BulkBarProps = {
  donations: readonly ListedDonation[];
  onClear: () => void;
  onConfirm: () => void;
};

/** What the ticked rows come to, and the one thing to do with them. It stays in sight while the list scrolls. */
export function BulkBar({ donations, onClear, onConfirm }: BulkBarProps) {
  return (
    <div className="sticky top-0 z-3 flex h-13 items-center gap-3 border-t-[1.5px] border-line bg-spruce-tint px-3.5">
      <p role="status" className="flex gap-3">
        <b className="font-[650]">{donations.length} selected</b>
        <span className="text-muted">{claimed(donations)}</span>
      </p>
      <Button kind="ghost" size="row" onClick={onClear}>
        Clear
      </Button>
      <Button size="console" icon={CheckCheck} onClick={onConfirm} className="ms-auto">
        Confirm {donations.length} selected
      </Button>
    </div>
  );
}

/** The same below cards, under the thumb. */
export function BottomBulkBar({ donations, onClear, onConfirm }: BulkBarProps) {
  return (
    <div className="sticky bottom-0 z-3 -mx-3.5 -mb-8 flex items-center gap-3.5 border-t-[1.5px] border-line bg-raised px-3.5 pt-2.5 pb-[max(10px,env(safe-area-inset-bottom))] sm:-mx-6 sm:px-6">
      <p role="status" className="shrink-0 leading-[1.35]">
        <b className="block font-[650]">{donations.length} selected</b>
        <span className="text-muted">{claimed(donations)}</span>
      </p>
      <Button kind="ghost" size="small" onClick={onClear} className="ms-auto min-h-11! max-card:hidden">
        Clear
      </Button>
      <Button icon={CheckCheck} onClick={onConfirm} className="min-w-0 max-card:flex-1 max-card:px-3">
        <span>
          Confirm <span className="max-card:sr-only">{donations.length} </span>selected
        </span>
      </Button>
    </div>
  );
}

function claimed(donations: readonly ListedDonation[]): string {
  const kilograms = donations.reduce((sum, { weight }) => sum + kilogramsByBand[weight], 0);
  return `${formatKilograms(kilograms)} kg claimed`;
}
