import { Check, Undo2, X } from 'lucide-react';
import { singleKeys } from '#web/console/shortcuts.ts';
import { Button } from '#web/ui/Button.tsx';
import { useSwitch } from '#web/ui/rememberedSwitch.ts';
import { Kbd } from '#web/ui/Kbd.tsx';
import { percentOf, Ring } from '#web/ui/Ring.tsx';
import { PendingLink } from './PendingLink.tsx';
import type { Processing } from './useProcessing.ts';

/** How far the sitting is, and its last verdict with the way back. */
export function ProcessHead({ sitting }: { sitting: Processing }) {
  const { list, confirmed, rejected, toGo } = sitting;
  const done = confirmed + rejected;
  const all = done + toGo;
  return (
    <div className="flex min-h-15 flex-wrap items-center gap-x-4 gap-y-1 border-b-[1.5px] border-line bg-raised px-4 py-1.5 sm:min-h-[70px] sm:gap-x-5 sm:px-6">
      <PendingLink kind="ghost" size="console" className="-ms-3.5 px-3.5 max-sm:hidden" />
      <div className="flex items-center gap-2.5 sm:gap-3.5">
        <Ring percent={percentOf(done, all)} size={46} />
        <div>
          <h1 className="font-display text-[1.1875rem] leading-[1.2] font-[750] tracking-[-.02em] sm:text-[1.375rem]">
            Process {list.data ? all : ''}
          </h1>
          {list.data && (
            <p className="text-[0.9375rem] leading-[1.3] text-muted tabular">
              {done} done, {toGo} to go<span className="max-sm:hidden">, oldest first</span>
            </p>
          )}
        </div>
      </div>
      <p className="ms-auto flex gap-3 text-[0.9375rem] text-muted tabular sm:gap-4">
        <Count icon={Check} words="Confirmed" count={confirmed} />
        <Count icon={X} words="Rejected" count={rejected} />
      </p>
      <div className="max-sm:hidden">
        <TakeBackButton sitting={sitting} />
      </div>
    </div>
  );
}

function Count({ icon: CountIcon, words, count }: { icon: typeof Check; words: string; count: number }) {
  return (
    <span className="flex items-center gap-1.5">
      <CountIcon size={17} aria-hidden="true" />
      <span>
        <span className="max-lg:sr-only">{words} </span>
        {count}
      </span>
    </span>
  );
}

/** The same on a phone: the ways out stand in the bar. */
export function PhoneBar({ sitting }: { sitting: Processing }) {
  return (
    <header className="on-panel flex min-h-14 items-center justify-between bg-panel px-2 text-panel-ink sm:hidden">
      <PendingLink kind="panelGhost" size="small" className="px-2" />
      <TakeBackButton sitting={sitting} isOnPhone />
    </header>
  );
}

function TakeBackButton({ sitting, isOnPhone = false }: { sitting: Processing; isOnPhone?: boolean }) {
  const { last, takeBack, isTakingBack } = sitting;
  const [keysOn] = useSwitch(singleKeys);
  if (!last) return null;
  return (
    <Button
      kind={isOnPhone ? 'panelGhost' : 'ghost'}
      size={isOnPhone ? 'small' : 'console'}
      icon={Undo2}
      pending={isTakingBack}
      pendingLabel="Taking back…"
      aria-keyshortcuts="u"
      onClick={takeBack}
      className={isOnPhone ? 'px-2' : '-me-3.5 px-3.5'}
    >
      <span>
        Take back
        <span className="max-lg:sr-only">
          : {last.kind} of {last.item.donation.id}
        </span>
      </span>
      {keysOn && !isOnPhone && (
        <span aria-hidden="true" className="flex text-ink">
          <Kbd>u</Kbd>
        </span>
      )}
    </Button>
  );
}
