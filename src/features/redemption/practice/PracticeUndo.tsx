import { useEffect, useRef, useState } from 'react';
import { UNDO_MINUTES } from '#features/redemption/rules.ts';
import { UndoRow } from '#features/redemption/UndoRow.tsx';
import { giveBackLabel } from '#features/redemption/undoWords.ts';
import { PRACTICE_CODE } from '#features/rewards/rules.ts';
import { addSeconds } from '#shared/dates.ts';
import { Button } from '#web/ui/Button.tsx';

type PracticeUndoProps = { redeemedAt: Date; onGiveBack: () => void };

/** The way back from a use that was practised: it asks as the till does, for any PIN or none. */
export function PracticeUndo({ redeemedAt, onGiveBack }: PracticeUndoProps) {
  const [isAsking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isAsking) button.current?.focus();
  }, [isAsking]);
  return (
    <UndoRow
      minutes={UNDO_MINUTES}
      until={addSeconds(redeemedAt, UNDO_MINUTES * 60)}
      onUndo={() => setAsking(true)}
    >
      {isAsking && (
        <>
          <p className="min-w-60 flex-1 font-semibold">Give the use back to {PRACTICE_CODE}?</p>
          <Button ref={button} kind="outline" onClick={onGiveBack}>
            {giveBackLabel}
          </Button>
          <Button kind="ghost" onClick={() => setAsking(false)}>
            Keep it
          </Button>
        </>
      )}
    </UndoRow>
  );
}
