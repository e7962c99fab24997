import { X } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { DonationKilograms, WeighingNote, type WeighingProps } from './KilogramsField.tsx';
import { RejectSheet } from './RejectSheet.tsx';
import { isFirstClick } from './firstClick.ts';
import { ConfirmButton } from './VerdictBar.tsx';

/** The kilograms and the verdict buttons of a phone, fixed above its keyboard. */
export function PhoneDock({ desk, donation }: WeighingProps) {
  const id = useId();
  const keyboardInset = useKeyboardInset();
  return (
    <div
      style={{ bottom: keyboardInset }}
      className="sticky z-3 border-t-[1.5px] border-line bg-raised px-4 pt-3 pb-[max(8px,env(safe-area-inset-bottom))]"
    >
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-3">
        <label htmlFor={id} className="text-[0.9375rem] font-[650]">
          Kilograms
        </label>
        <div id={`${id}-note`} aria-live="polite" className="text-[0.875rem]">
          <WeighingNote desk={desk} donation={donation} isPhone />
        </div>
      </div>
      <div className="mt-1.5 grid grid-cols-2 gap-2">
        <DonationKilograms
          desk={desk}
          donation={donation}
          id={id}
          describedBy={`${id}-note`}
          className="h-18"
          textSizes={{ short: 'text-[3.125rem]', long: 'text-[2rem]' }}
        />
        <ConfirmButton desk={desk} className="min-h-18!" />
      </div>
      <div className="flex justify-between">
        <Button
          kind="clayGhost"
          size="small"
          icon={X}
          onClick={(event) => isFirstClick(event) && desk.openOverlay('reason')}
          className="-ms-2.5 px-2.5!"
        >
          Reject
        </Button>
        <Button
          kind="ghost"
          size="small"
          onClick={(event) => isFirstClick(event) && desk.skip()}
          className="-me-2.5 px-2.5!"
        >
          Skip
        </Button>
      </div>
      {desk.overlay === 'reason' && <RejectSheet desk={desk} donation={donation} />}
    </div>
  );
}

/** The height in pixels that a phone's keyboard covers at the bottom of the page. */
function useKeyboardInset(): number {
  const [inset, setInset] = useState(0);
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return undefined;
    const measure = () =>
      setInset(Math.max(0, Math.round(window.innerHeight - viewport.height - viewport.offsetTop)));
    viewport.addEventListener('resize', measure);
    viewport.addEventListener('scroll', measure);
    return () => {
      viewport.removeEventListener('resize', measure);
      viewport.removeEventListener('scroll', measure);
    };
  }, []);
  return inset;
}
