import { FilterX } from 'lucide-react';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/classNames.ts';

/** The button under a list without matching rows that clears its filters. */
export function ClearFilters({ onClear }: { onClear: () => void }) {
  return (
    <Button kind="outline" size="small" onClick={onClear}>
      Clear filters
    </Button>
  );
}

interface ClearFiltersOrReloadProps {
  address: { isFiltered: boolean; clear: () => void };
  onRefresh: () => void;
}

/** The button under an empty list: clears its filters, or reloads the list if no filter is set. */
export function ClearFiltersOrReload({
  address: { isFiltered, clear },
  onRefresh,
}: ClearFiltersOrReloadProps) {
  if (isFiltered) return <ClearFilters onClear={clear} />;
  return (
    <Button kind="outline" size="small" onClick={onRefresh}>
      Look again
    </Button>
  );
}

/** The button among a list's filters that clears them. */
export function ClearFiltersInBar({ onClear, className }: { onClear: () => void; className?: string }) {
  return (
    <Button
      kind="ghost"
      size="console"
      icon={FilterX}
      onClick={onClear}
      className={classNames('max-md:min-h-11', className)}
    >
      Clear filters
    </Button>
  );
}
