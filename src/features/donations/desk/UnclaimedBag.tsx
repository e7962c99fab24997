import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { contract as bins } from '#features/bins/contract.ts';
import { binLabel, invalidKilogramsMessage } from '#features/donations/console/intakeForm.ts';
import { kilogramsIn, mustAskAbout } from '#shared/weights.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { Button } from '#web/ui/Button.tsx';
import { SelectInput } from '#web/ui/Field.tsx';
import { Kbd } from '#web/ui/Kbd.tsx';
import { KilogramsInput } from './KilogramsField.tsx';
import type { Desk } from './useDesk.ts';
import { focusOnce } from './useDeskFocus.ts';

/** A form that counts a bag without a donor. Its weight counts for the community, and no code is issued. */
export function UnclaimedBag({ desk }: { desk: Desk }) {
  const { scanGuard, unclaimedBinId, setUnclaimedBinId } = desk;
  const id = useId();
  const [kilogramsText, setKilogramsText] = useState('');
  const [askedKilograms, setAskedKilograms] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { data } = useQuery(endpointQuery(bins.publicBins, {}));
  const form = useRef<HTMLElement>(null);

  function countBag() {
    if (desk.isCounting) return;
    const kilograms = kilogramsIn(kilogramsText);
    if (kilograms === null) {
      setProblem(invalidKilogramsMessage);
    } else if (mustAskAbout(kilograms, askedKilograms)) {
      setAskedKilograms(kilograms);
    } else {
      void send(kilograms);
    }
  }

  async function send(kilograms: number) {
    const isCounted = await desk.countUnclaimed({ kilograms, binId: unclaimedBinId });
    // The form may have been left meanwhile.
    if (isCounted && form.current) desk.startOver();
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const isLoneKey = !scanGuard.isBurstKey(event.nativeEvent) && !event.repeat;
    if (isLoneKey) scanGuard.actAlone(countBag);
  }

  const isAsking = askedKilograms !== null && kilogramsIn(kilogramsText) === askedKilograms;
  return (
    <section
      ref={form}
      aria-labelledby={`${id}-heading`}
      className="flex min-w-0 flex-col border-line bg-raised p-4 max-md:border-t-[1.5px] md:rounded-console-card md:border-[1.5px] lg:p-6"
    >
      <div className="flex items-center justify-between gap-3">
        <h2
          id={`${id}-heading`}
          className="font-display text-[1.375rem] leading-[1.15] font-[750] tracking-[-.022em]"
        >
          Unclaimed bag
        </h2>
        <Button
          kind="ghost"
          size="console"
          onClick={desk.backToSearch}
          className="-me-3 px-3 max-md:min-h-11"
        >
          Not this
        </Button>
      </div>
      <label htmlFor={id} className="sr-only">
        Kilograms
      </label>
      <KilogramsInput
        ref={focusOnce}
        id={id}
        value={kilogramsText}
        onChange={(text) => {
          setKilogramsText(text);
          setProblem(null);
        }}
        onKey={handleKey}
        invalid={problem !== null}
        describedBy={`${id}-note`}
        className="mt-2 h-27.5"
        textSizes={{ short: 'text-[4.5rem]', long: 'text-[3rem]' }}
      />
      <div id={`${id}-note`} aria-live="polite" className="text-[0.9375rem] font-semibold">
        {problem !== null && <p className="pt-2 text-clay-deep">{problem}</p>}
        {isAsking && <p className="pt-2 text-wheat-deep">{askedKilograms} kg? Enter again.</p>}
      </div>
      <div className="mt-3 flex gap-3 md:max-lg:flex-col">
        <label className="flex min-w-0 items-center gap-2.5 max-md:flex-1 lg:flex-1 text-[0.9375rem] text-muted">
          <span className="shrink-0">Where</span>
          <SelectInput
            size="console"
            value={unclaimedBinId ?? ''}
            onChange={({ currentTarget: { value } }) =>
              setUnclaimedBinId(value === '' ? null : Number(value))
            }
            className="min-w-0 flex-1 [&>select]:min-h-11"
          >
            <option value="">Not known</option>
            {data?.bins.map((bin) => (
              <option key={bin.id} value={bin.id}>
                {binLabel(bin, data.bins)}
              </option>
            ))}
          </SelectInput>
        </label>
        <Button
          size="console"
          pending={desk.isCounting}
          pendingLabel="Counting…"
          onClick={countBag}
          className="min-h-11!"
        >
          Count it
          <span aria-hidden="true" className="flex max-md:hidden">
            <Kbd>Enter</Kbd>
          </span>
        </Button>
      </div>
      <p className="mt-3 text-[0.9375rem] text-muted">
        No donor, no code. Correct gives it to its donor later.
      </p>
    </section>
  );
}
