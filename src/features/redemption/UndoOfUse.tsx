import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { addSeconds } from '#shared/dates.ts';
import { GiveBack } from './GiveBack.tsx';
import { UNDO_MINUTES } from './rules.ts';
import { UndoRow } from './UndoRow.tsx';
import type { GivenBackVerdict, RedeemedVerdict } from './verdict.ts';

export type UndoOfUseProps = {
  verdict: RedeemedVerdict;
  keptPin: () => string;
  clerk: string;
  onGivenBack: (verdict: GivenBackVerdict) => void;
};

/** The way back from the use that was just taken, by this device's clock since then. */
export function UndoOfUse({ verdict, keptPin, clerk, onGivenBack }: UndoOfUseProps) {
  const { code, redemptionId, at } = verdict;
  const [isAsking, setAsking] = useState(false);
  const undoButton = useRef<HTMLButtonElement>(null);

  function keep() {
    flushSync(() => setAsking(false));
    undoButton.current?.focus();
  }

  return (
    <UndoRow
      minutes={UNDO_MINUTES}
      until={addSeconds(at, UNDO_MINUTES * 60)}
      onUndo={() => setAsking(true)}
      undoButton={undoButton}
    >
      {isAsking && (
        <GiveBack
          code={code}
          redemptionId={redemptionId}
          keptPin={keptPin}
          clerk={clerk}
          onGivenBack={onGivenBack}
          onKeep={keep}
        />
      )}
    </UndoRow>
  );
}
