import { useEffect, useRef, useState } from 'react';
import { UNDO_MINUTES } from '#features/redemption/rules.ts';
import { UndoRow } from '#features/redemption/UndoRow.tsx';
import { PRACTICE_CODE } from '#features/rewards/rules.ts';
import { addSeconds } from '#shared/dates.ts';
import * as words from '#words/undo.tsx';
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
          <p className="min-w-52 flex-999 font-semibold">{words.question(PRACTICE_CODE)}</p>
          <Button ref={button} kind="outline" onClick={onGiveBack} className="grow">
            {words.giveBack}
          </Button>
          <Button kind="ghost" onClick={() => setAsking(false)} className="grow">
            {words.keepIt}
          </Button>
        </>
      )}
    </UndoRow>
  );
}
