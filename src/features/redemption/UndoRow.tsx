import { Undo2 } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import * as words from '#words/undo.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Ring } from '#web/ui/Ring.tsx';
import { secondsUntil, useNow } from './timeLeft.ts';

type UndoRowProps = {
  /** For how long after a redemption the store itself may give the use back, and until when. */
  minutes: number;
  until: Date;
  onUndo: () => void;
  /** For the button, to which the focus comes back where the use is kept. */
  undoButton?: Ref<HTMLButtonElement>;
  /** What asks once more, in the row's place. */
  children?: ReactNode;
};

/** The quiet way back from a use. It asks once, and says in the end who can do it then. */
export function UndoRow({ minutes, until, onUndo, undoButton, children }: UndoRowProps) {
  const { organization } = useSiteInfo();
  const secondsLeft = secondsUntil(until, useNow());

  if (children) return <div className={row}>{children}</div>;
  if (secondsLeft === 0) return <p className={row}>{words.whoGivesBack(minutes, organization)}</p>;
  const minutesLeft = Math.ceil(secondsLeft / 60);
  return (
    <div className={row}>
      <Ring percent={(secondsLeft / (minutes * 60)) * 100} size={42} tone="spruce" />
      <p className="flex-999 leading-snug">
        <span className="whitespace-nowrap">
          {words.timeLeft(<b className="tabular">{words.clock(secondsLeft)}</b>)}
        </span>
        <span className="t-small block text-muted">{words.toGiveBack}</span>
      </p>
      {/* Grows where it has a line of its own. */}
      <Button ref={undoButton} kind="outline" icon={Undo2} onClick={onUndo} className="grow">
        {words.undo}
      </Button>
      <span role="status" className="sr-only">
        {(minutesLeft === minutes || minutesLeft === 5 || minutesLeft === 1) &&
          words.minutesLeft(minutesLeft)}
      </span>
    </div>
  );
}

const row =
  'flex min-h-[74px] flex-wrap items-center gap-x-4 gap-y-2 rounded-large border-[1.5px] border-line bg-raised px-4 py-2.5 max-sm:gap-x-2.5 max-sm:px-3';
