import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { lengths } from '#shared/lengths.ts';
import { townOf, wallTimeOf } from '#shared/dates.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { cachedLightEndpoint } from '#web/api/lightEndpoint.ts';
import { ApiError, errorMessage } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { useChange } from '#web/api/useChange.ts';
import { DateField, TextAreaField, TextField } from '#web/form/fields.tsx';
import { placeErrors } from '#web/form/serverErrors.ts';
import { Form } from '#web/form/Form.tsx';
import { RestoredNote, useDraft } from '#web/form/useDraft.tsx';
import { useZodForm } from '#web/form/useForm.ts';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/toast.ts';
import { form as formWords } from '#words/forms.ts';
import { pickupParts, pickupRequest as words, pickupSubmitted } from '#words/pickups.tsx';
import { errorTitle } from '#words/site.ts';
import type { contract } from './contract.ts';
import { whyTimeNotAllowed } from './rules.ts';
import { WindowField } from './WindowField.tsx';

const requestPickup = cachedLightEndpoint<typeof contract.requestPickup>({
  method: 'POST',
  path: '/api/pickups',
  access: 'public',
  changes: ['pickups'],
});

const pickupWindows = cachedLightEndpoint<typeof contract.pickupWindows>({
  method: 'GET',
  path: '/api/pickup-windows',
  access: 'public',
  shows: ['pickups', 'settings'],
});

export type PickupRequest = z.output<typeof contract.requestPickup.body>;
export type PickupAnswer = EndpointResponse<typeof contract.requestPickup>;

const emptyRequest = {
  name: '',
  phone: '',
  email: '',
  address: '',
  items: '',
  preferredAt: '',
  preferredWords: '',
  window: null,
};

const draftOptions = {
  name: 'pickup',
  version: 1,
  fields: Object.keys(emptyRequest) as (keyof typeof emptyRequest)[],
};

type PickupFormProps = { onRequested: (request: PickupRequest, answer: PickupAnswer) => void };

export function PickupForm({ onRequested }: PickupFormProps) {
  const { timeZone, hasPickupWindows } = useSiteInfo();
  const windowsQuery = useQuery({
    ...endpointQuery(pickupWindows, {}),
    enabled: hasPickupWindows,
    staleTime: 0,
  });
  // While no window is offered, the form takes a typed time, as on a site without windows.
  const offersWindows = hasPickupWindows && windowsQuery.data?.windows.length !== 0;
  const form = useZodForm(() => loadSchema(timeZone), { defaultValues: emptyRequest });
  const draft = useDraft(form, draftOptions);
  const sendRequest = useChange(requestPickup, {
    // The key follows the typed values. The body of a retry may differ, if the schema has loaded only since.
    change: (send, body: PickupRequest) =>
      send({ body }, { idempotencyKey: draft.idempotencyKeyFor(form.getValues()) }),
    onSuccess: (answer, body) => {
      draft.finish();
      toast({ kind: 'success', title: pickupSubmitted.heading, description: words.submittedToast });
      onRequested(body, answer);
    },
    onError: (error) => {
      const isWindowFull = error instanceof ApiError && error.code === 'window_full';
      const isWindowInvalid = error instanceof ApiError && error.fields['window'] !== undefined;
      if (isWindowFull || isWindowInvalid) {
        form.setValue('window', null);
        void windowsQuery.refetch();
      }
      if (isWindowFull) {
        form.setError('window', { message: errorMessage(error, words.failed) }, { shouldFocus: true });
        return;
      }
      if (placeErrors(form, error)) return;
      toast({ kind: 'error', title: errorTitle, description: words.failed });
    },
  });

  // While submitting, the form waits a few seconds for its schema.
  const isPending = sendRequest.isPending || form.formState.isSubmitting;
  const [hasAskedForContact, setHasAskedForContact] = useState(false);
  const [isAnotherTimeChosen, setIsAnotherTimeChosen] = useState(false);
  const [chosenWindow, preferredWords] = useWatch({
    control: form.control,
    name: ['window', 'preferredWords'],
  });
  const wantsAnotherTime = !chosenWindow && (isAnotherTimeChosen || Boolean(preferredWords));

  function submit(body: PickupRequest) {
    // The browser gives the form an empty text for a date without a time.
    if (isHalfFilled('preferredAt')) {
      form.setError('preferredAt', { message: words.incompleteTime }, { shouldFocus: true });
    } else if (offersWindows && !chosenWindow && !wantsAnotherTime) {
      form.setError('window', { message: words.missingTime }, { shouldFocus: true });
    } else if (!body.phone && !body.email && !hasAskedForContact) {
      setHasAskedForContact(true);
      form.setError('phone', { message: words.missingContact }, { shouldFocus: true });
    } else {
      // A preferred time typed before the window was chosen no longer applies.
      sendRequest.mutate(body.window ? { ...body, preferredWords: undefined } : body);
    }
  }

  return (
    <Form
      form={form}
      onSubmit={submit}
      pending={isPending}
      // The toast shows the errors that belong to no field.
      error={null}
      actions={
        <Button type="submit" size="large" pending={isPending} pendingLabel={words.submitting}>
          {words.submit}
        </Button>
      }
    >
      {draft.isRestored && (
        <RestoredNote
          onStartOver={() => {
            draft.startOver();
            form.setFocus('name');
          }}
        />
      )}
      <TextField
        control={form.control}
        name="name"
        label={pickupParts.name}
        autoComplete="name"
        maxLength={lengths.name}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          control={form.control}
          name="phone"
          label={pickupParts.phone}
          labelNote={formWords.optional}
          type="tel"
          autoComplete="tel"
          maxLength={lengths.pickupPhone}
        />
        <TextField
          control={form.control}
          name="email"
          label={pickupParts.email}
          labelNote={formWords.optional}
          type="email"
          autoComplete="email"
          maxLength={lengths.email}
        />
        <p className="t-small -mt-3 text-muted sm:col-span-2">{words.phoneOrEmail}</p>
      </div>
      <TextField
        control={form.control}
        name="address"
        label={pickupParts.address}
        hint={words.addressHint}
        autoComplete="street-address"
        maxLength={lengths.address}
      />
      <TextAreaField
        control={form.control}
        name="items"
        label={pickupParts.items}
        hint={words.itemsHint}
        maxLength={lengths.pickupItems}
      />
      {offersWindows ? (
        <WindowField
          form={form}
          windowsQuery={windowsQuery}
          wantsAnotherTime={wantsAnotherTime}
          onWantAnotherTime={setIsAnotherTimeChosen}
        />
      ) : (
        <DateField
          control={form.control}
          name="preferredAt"
          type="datetime-local"
          label={words.preferredTime}
          labelNote={formWords.optional}
          hint={words.preferredTimeHint(townOf(timeZone))}
          // Set on focus, since the page may have been rendered long before.
          onFocus={({ currentTarget }) => {
            currentTarget.min = wallTimeOf(new Date(), timeZone);
          }}
        />
      )}
    </Form>
  );
}

async function loadSchema(timeZone: TimeZone) {
  const { requestPickupBody } = await import('./contract.ts');
  const { preferredAt } = requestPickupBody.shape;
  return requestPickupBody.extend({
    preferredAt: preferredAt.superRefine((wallTime, context) => {
      const reason = wallTime && whyTimeNotAllowed(wallTime, wallTimeOf(new Date(), timeZone));
      if (reason) context.addIssue(reason);
    }),
  });
}

/** Whether a field for date and time has only one of them. */
function isHalfFilled(name: string): boolean {
  const [input] = document.getElementsByName(name);
  return input instanceof HTMLInputElement && input.validity.badInput;
}
