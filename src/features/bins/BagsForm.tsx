import { Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { z } from 'zod';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { errorToast } from '#web/api/errors.ts';
import { newIdempotencyKey } from '#web/api/idempotencyKey.ts';
import { useChange } from '#web/api/useChange.ts';
import { TextField } from '#web/form/fields.tsx';
import { FormElement } from '#web/form/Form.tsx';
import { useZodForm } from '#web/form/useForm.ts';
import { Button } from '#web/ui/Button.tsx';
import { Kbd } from '#web/ui/Kbd.tsx';
import { toast } from '#web/ui/toast.ts';
import { formatShortInstant } from './AlertBox.tsx';
import { type Failure, createFailureHandler, requestFailedMessage } from './BinDialogs.tsx';
import { type BinRow, type BinVisit, contract } from './contract.ts';
import { formatBagCount } from './rules.ts';

type BagsFormProps = {
  bin: BinRow;
  /** The donations that the bin should hold. Undefined while they load. */
  round: EndpointResponse<typeof contract.binRound> | undefined;
  shouldFocus: boolean;
  onFocused: () => void;
  onEmptied: () => void;
  onFailure: (failure: Failure) => void;
};

const bagsForm = z.object({ bags: z.string() });

/** Marks a bin emptied, with or without a count of bags, and shows how many donations were logged for it. */
export function BagsForm({ bin, round, shouldFocus, onFocused, onEmptied, onFailure }: BagsFormProps) {
  const { timeZone } = useSiteInfo();
  const { id, name } = bin;
  const params = { id };
  const since = round?.since ? `since ${formatShortInstant(round.since, timeZone)}` : 'so far';
  const form = useZodForm(bagsForm, { defaultValues: { bags: '' } });
  const submitButton = useRef<HTMLButtonElement>(null);
  const attempt = useRef<{ bagsFound: number | null; idempotencyKey: string }>(undefined);
  // After a lost answer, the same count is sent again under the same key, so that only one visit is recorded.
  const idempotencyKeyFor = (bagsFound: number | null) => {
    if (attempt.current?.bagsFound !== bagsFound) {
      attempt.current = { bagsFound, idempotencyKey: newIdempotencyKey() };
    }
    return attempt.current.idempotencyKey;
  };
  const undo = useUndoVisit(name);
  const onSuccess = ({ visit }: { visit: BinVisit }) => {
    attempt.current = undefined;
    form.reset();
    const countText = visit.bagsFound === null ? '' : `, ${formatBagCount(visit.bagsFound)} found`;
    const action = { label: 'Undo', act: () => undo.mutate(visit.id) };
    const description = `${name} has room again${countText}.`;
    toast({ kind: 'success', title: 'Bin marked emptied', description, action });
    // The admin may have gone elsewhere meanwhile.
    if (submitButton.current) onEmptied();
  };
  const onError = createFailureHandler(`${name} was not marked emptied`, onFailure);
  const markEmptied = useChange(contract.markBinEmptied, {
    change: (send) => send({ params }, { idempotencyKey: idempotencyKeyFor(null) }),
    onSuccess,
    onError,
  });
  const recordVisit = useChange(contract.createBinVisit, {
    change: (send, bagsFound: number) =>
      send({ params, body: { bagsFound } }, { idempotencyKey: idempotencyKeyFor(bagsFound) }),
    onSuccess,
    onError,
  });
  const isPending = markEmptied.isPending || recordVisit.isPending;

  useEffect(() => {
    if (!shouldFocus) return;
    form.setFocus('bags', { shouldSelect: true });
    onFocused();
  }, [shouldFocus, onFocused, form]);

  return (
    <FormElement
      form={form}
      pending={isPending}
      size="console"
      onSubmit={({ bags }) => (bags === '' ? markEmptied.mutate() : recordVisit.mutate(Number(bags)))}
    >
      <div className="relative flex items-end gap-2">
        <TextField
          control={form.control}
          name="bags"
          label="Bags found"
          inputMode="numeric"
          maxLength={3}
          transform={(text) => text.replaceAll(/\D/g, '')}
          autoComplete="off"
          enterKeyHint="done"
          className="w-26 shrink-0 [&_input]:min-h-11 [&_input]:border-2 [&_input]:text-[1.25rem]! [&_input]:font-[650] [&_input]:tabular"
        />
        <Button
          ref={submitButton}
          type="submit"
          size="console"
          icon={Check}
          pending={isPending}
          pendingLabel="Marking…"
          // The second click of a double click would record another visit, without a count.
          onClick={(event) => event.detail > 1 && event.preventDefault()}
          className="min-h-11 flex-1"
        >
          Mark emptied{' '}
          <span className="max-md:hidden">
            <Kbd>Enter</Kbd>
          </span>
        </Button>
        <p className="absolute end-0 top-0 text-muted tabular">
          {round && `${round.logged} logged ${since}`}
        </p>
      </div>
      {round && round.marks.length > 0 && (
        <p className="-mt-1.5 text-muted">
          {'Marks: '}
          <span className="wrap-anywhere tabular">{round.marks.join(', ')}</span>
        </p>
      )}
    </FormElement>
  );
}

/** Takes back a visit, and says so in a toast. */
export function useUndoVisit(binName: string) {
  return useChange(contract.undoBinVisit, {
    change: (send, id: number) => send({ params: { id } }),
    staysPending: true,
    onSuccess: () =>
      toast({ kind: 'success', title: 'Visit taken back', description: `${binName} is as it was before.` }),
    onError: (error) => errorToast(error, requestFailedMessage),
  });
}
