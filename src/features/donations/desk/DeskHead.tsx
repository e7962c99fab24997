import { ScanLine } from 'lucide-react';
import { type KeyboardEvent, lazy, Suspense, useId, useState } from 'react';
import { lengths } from '#shared/lengths.ts';
import { IconButton } from '#web/ui/ReasonButton.tsx';
import { foundRowId, FOUND_LIST_ID } from './FoundList.tsx';
import type { Desk } from './useDesk.ts';

const CameraScanner = lazy(async () => ({
  default: (await import('#features/till/CameraScanner.tsx')).CameraScanner,
}));

/** The desk's search field. Phones can also scan with the camera. */
export function DeskHead({ desk, isPhone }: { desk: Desk; isPhone: boolean }) {
  const id = useId();
  const [isScanning, setIsScanning] = useState(false);
  const { found, searchField, text, activeIndex, showsFoundList, scanGuard } = desk;
  const { items } = found;

  function handleKeyDown(event: KeyboardEvent) {
    const { key, nativeEvent } = event;
    if (nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = stepOfKey(key);
    const movesInList = showsFoundList && step !== 0;
    const skips = !showsFoundList && step === 1 && text.trim() === '';
    if (movesInList || skips) {
      event.preventDefault();
      if (scanGuard.isBurstKey(nativeEvent)) return;
      // Adding the length keeps the remainder positive when the first row moves up to the last.
      if (movesInList) desk.setActiveIndex((activeIndex + step + items.length) % items.length);
      else desk.skip();
    }
    if (key === 'Enter') {
      event.preventDefault();
      // A key that is held down would also act in the fields that get the focus next.
      if (!event.repeat) desk.handleEnter(scanGuard.isBurstKey(nativeEvent));
    }
  }

  const field = (
    <input
      ref={searchField}
      id={id}
      type="text"
      role="combobox"
      aria-expanded={showsFoundList}
      aria-controls={FOUND_LIST_ID}
      aria-activedescendant={
        showsFoundList && items[activeIndex] ? foundRowId(items[activeIndex].id) : undefined
      }
      aria-autocomplete="list"
      value={text}
      maxLength={lengths.search}
      autoComplete="off"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="next"
      onChange={(event) => desk.searchTyped(event.currentTarget.value)}
      onKeyDown={handleKeyDown}
      className="min-w-0 flex-1 bg-transparent font-display text-[1.625rem] font-[750] tracking-[.01em] text-ink outline-none md:min-h-16 md:text-[2rem]"
    />
  );

  if (isPhone) {
    return (
      <div className="border-b-[1.5px] border-line bg-raised px-4 py-2.5">
        <h1 className="sr-only">The desk</h1>
        <label htmlFor={id} className="text-[0.9375rem] font-[650]">
          Mark, ID or name
        </label>
        <div className="mt-1.5 flex gap-2">
          <span className="flex min-h-13 min-w-0 flex-1 items-center rounded-large border-[1.5px] border-edge px-3.5 has-focus-visible:outline-[3px] has-focus-visible:outline-offset-1 has-focus-visible:outline-spruce">
            {field}
          </span>
          <IconButton
            icon={ScanLine}
            label="Scan with the camera"
            kind="outline"
            onClick={() => setIsScanning(true)}
            className="size-13! min-h-13! rounded-large!"
          />
        </div>
        {isScanning && (
          <Suspense>
            <CameraScanner
              findCode={(scanned) => scanned.trim() || null}
              onCode={desk.searchScanned}
              onTypeInstead={() => searchField.current?.focus()}
              onClose={() => setIsScanning(false)}
            />
          </Suspense>
        )}
      </div>
    );
  }
  return (
    <div className="flex min-h-24 items-center gap-5 border-b-[1.5px] border-line bg-raised px-6 py-4 lg:gap-7">
      <div className="shrink-0">
        <h1 className="font-display text-[1.6875rem] leading-[1.1] font-[750] tracking-[-.03em]">The desk</h1>
        <p className="mt-1 text-[0.9375rem] leading-[1.3] font-[650] text-spruce tabular">
          {found.pendingCount !== undefined && `${found.pendingCount} to go`}
        </p>
      </div>
      <label
        htmlFor={id}
        className="flex min-w-0 flex-1 items-center gap-3.5 rounded-control border-[1.5px] border-edge px-4.5 has-focus-visible:outline-[3px] has-focus-visible:outline-offset-1 has-focus-visible:outline-spruce"
      >
        <ScanLine size={24} aria-hidden="true" className="shrink-0" />
        <span className="shrink-0 text-[0.9375rem] text-muted">Mark, ID or name</span>
        {field}
      </label>
    </div>
  );
}

/** How far a key moves in the list of found donations. On the numeric keypad plus moves down. */
function stepOfKey(key: string): -1 | 0 | 1 {
  if (key === 'ArrowUp') return -1;
  return key === 'ArrowDown' || key === '+' ? 1 : 0;
}
