import { Flag, Undo2 } from 'lucide-react';
import type { TimeZone } from '#shared/timeZone.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import type { Dispute } from './contract.ts';
import { lineName, mayBeGivenBack, type ToldLine } from './toldLines.ts';

type DisputeSlabProps = {
  dispute: Dispute;
  line: ToldLine;
  timeZone: TimeZone;
  onAnswer: () => void;
  onGiveBack: () => void;
};

/** A line of which the store says that it is not its own, and the two ways to settle it. */
export function DisputeSlab({ dispute, line, timeZone, onAnswer, onGiveBack }: DisputeSlabProps) {
  return (
    <Card
      as="section"
      console
      tone="clay"
      aria-label="The store says: not ours"
      className="p-[18px]! pt-3.5!"
    >
      <h2 className="flex items-center gap-2.5 text-base font-[650] text-clay-deep">
        <Flag size={17} aria-hidden="true" />
        The store says: not ours
      </h2>
      <p className="mt-1.5 leading-[1.45] wrap-anywhere">
        {lineName(line, timeZone)}
        {dispute.note !== null && `: “${dispute.note}”`}
      </p>
      <div className="mt-2.5 flex flex-wrap gap-2">
        <Button kind="outline" size="console" className="max-md:min-h-11" onClick={onAnswer}>
          Answer
        </Button>
        {mayBeGivenBack(line) && (
          <Button
            kind="clayGhost"
            size="console"
            icon={Undo2}
            className="max-md:min-h-11"
            onClick={onGiveBack}
          >
            Give it back
          </Button>
        )}
      </div>
    </Card>
  );
}
