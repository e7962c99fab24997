import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Button } from '#web/ui/Button.tsx';
import { Ring } from '#web/ui/Ring.tsx';
import { outcomeOf } from './processingWords.ts';
import { usePendingAddress } from './usePendingAddress.ts';
import type { Processing } from './useProcessing.ts';

/** The ring is closed: what the sitting came to, and the way back. */
export function AllDone({ sitting }: { sitting: Processing }) {
  const { confirmed, rejected, decidedByOthers } = sitting;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className="flex flex-1 flex-col items-center justify-center px-5 py-12 text-center">
      <Ring percent={100} size={220} closing />
      <h2 ref={heading} tabIndex={-1} className="mt-8 t-1 outline-none">
        All {confirmed + rejected} done
      </h2>
      <p className="mt-3 text-[1.0625rem] text-muted">
        {outcomeOf({ confirmed, rejected })}
        {decidedByOthers > 0 && ` ${decidedByOthers} more decided by others meanwhile.`}
      </p>
      <Button asChild size="large" className="mt-7">
        <Link to={usePendingAddress()}>Back to Pending</Link>
      </Button>
    </div>
  );
}
