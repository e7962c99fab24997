import { FilterX } from 'lucide-react';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/classNames.ts';

/** Clears the filters of a list that has no matching rows. */
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

/** For an empty list: clears its filters, or loads it again if there are none. */
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

/** The same as `ClearFilters`, among the filters themselves. */
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
