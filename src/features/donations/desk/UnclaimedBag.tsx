import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import type { z } from 'zod';
import { contract as bins } from '#features/bins/contract.ts';
import { contract, type unclaimedBody } from '#features/donations/console/contract.ts';
import { binLabel, invalidKilogramsMessage } from '#features/donations/console/intakeForm.ts';
import { useIdempotencyKey } from '#features/donations/console/useIntake.ts';
import { bandOf, kilogramsIn, mustAskAbout } from '#shared/weights.ts';
import { errorMessage } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { useChange } from '#web/api/useChange.ts';
import { Button } from '#web/ui/Button.tsx';
import { SelectInput } from '#web/ui/Field.tsx';
import { Kbd } from '#web/ui/Kbd.tsx';
import { KilogramsInput } from './KilogramsField.tsx';
import { formatEntryWeight } from './deskWords.ts';
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
  const create = useCreateUnclaimed();

  function countBag() {
    if (create.isPending) return;
    const kilograms = kilogramsIn(kilogramsText);
    if (kilograms === null) {
      setProblem(invalidKilogramsMessage);
    } else if (mustAskAbout(kilograms, askedKilograms)) {
      setAskedKilograms(kilograms);
    } else {
      create.mutate(
        { kilograms, binId: unclaimedBinId },
        {
          onSuccess: ({ id: bagId }) => {
            const weight = bandOf(kilograms);
            const bag = formatEntryWeight({ kilograms, weight });
            desk.addEntry({
              kind: 'unclaimed',
              id: bagId,
              bag,
              name: null,
              kilograms,
              weight,
              outcome: null,
            });
          },
          onError: (error) => setProblem(errorMessage(error, 'Failed to count the bag.')),
        },
      );
    }
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
          pending={create.isPending}
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

/** Counts a bag once, even if the request is sent several times. */
function useCreateUnclaimed() {
  const idempotencyKeyFor = useIdempotencyKey();
  return useChange(contract.createUnclaimed, {
    change: (send, body: z.input<typeof unclaimedBody>) =>
      send({ body }, { idempotencyKey: idempotencyKeyFor(body) }),
  });
}
