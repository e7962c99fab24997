import { TriangleAlert } from 'lucide-react';
import { isDiscrepancy } from './rules.ts';

/** Warns, as soon as it is chosen, of a measured weight other than the claimed one. */
export function DiscrepancyNote({ claimed, measured }: { claimed: string; measured: string }) {
  return (
    <div aria-live="polite" className="mt-2 empty:mt-0">
      {isDiscrepancy(claimed, measured || null) && (
        <p className="flex gap-2.5 rounded-console bg-wheat-tint px-3 py-2.5 text-[0.90625rem] leading-[1.4] font-semibold text-wheat-deep">
          <TriangleAlert size={18} aria-hidden="true" className="mt-px shrink-0" />
          Weight discrepancy detected - student will be notified
        </p>
      )}
    </div>
  );
}
