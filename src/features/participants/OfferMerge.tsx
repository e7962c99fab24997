import { Merge } from 'lucide-react';
import type { ErrorResponse } from '#shared/errors.ts';
import { Button } from '#web/ui/Button.tsx';

type OfferMergeProps = {
  /** Whose email it is already. */
  whose: NonNullable<ErrorResponse['participant']>;
  onMerge: (intoId: number) => void;
};

/** The way on where an email is somebody's already: the two may be one person. */
export function OfferMerge({ whose: { id, displayName }, onMerge }: OfferMergeProps) {
  return (
    <Button kind="outline" size="small" icon={Merge} onClick={() => onMerge(id)} className="mt-2">
      Merge into {displayName ?? `No. ${id}`}
    </Button>
  );
}
