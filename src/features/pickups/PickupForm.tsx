import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { lengths } from '#shared/lengths.ts';
import { townOf, wallTimeOf } from '#shared/dates.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { cachedLightEndpoint } from '#web/api/lightEndpoint.ts';
import { ApiError } from '#web/api/client.ts';
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
import { whyNotPreferred } from './rules.ts';
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

const empty = {
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
  fields: ['name', 'phone', 'email', 'address', 'items', 'preferredAt', 'preferredWords', 'window'],
} as const;

type PickupFormProps = { onRequested: (request: PickupRequest, answer: PickupAnswer) => void };

export function PickupForm({ onRequested }: PickupFormProps) {
  const { timeZone, hasPickupWindows } = useSiteInfo();
  const offered = useQuery({ ...endpointQuery(pickupWindows, {}), enabled: hasPickupWindows, staleTime: 0 });
  // While every day is closed, people type a time as they do without windows.
  const choosesWindow = hasPickupWindows && offered.data?.windows.length !== 0;
  const form = useZodForm(() => loadSchema(timeZone), { defaultValues: empty });
  const draft = useDraft(form, draftOptions);
  const sending = useChange(requestPickup, {
    change: (send, body: PickupRequest) => send({ body }, { idempotencyKey: draft.idempotencyKeyFor(body) }),
    onSuccess: (answer, body) => {
      draft.finish();
      toast({ kind: 'success', title: pickupSubmitted.heading, description: words.submittedToast });
      onRequested(body, answer);
    },
    onError: (error) => {
      const isTaken = error instanceof ApiError && error.code === 'window_full';
      if (isTaken || (error instanceof ApiError && error.fields['window'])) {
        form.setValue('window', null);
        void offered.refetch();
      }
      if (isTaken) form.setError('window', { message: error.message }, { shouldFocus: true });
      if (isTaken || placeErrors(form, error)) return;
      toast({ kind: 'error', title: errorTitle, description: words.failed });
    },
  });

  // A press waits for the schema to load.
  const pending = sending.isPending || form.formState.isSubmitting;
  const [askedForContact, setAskedForContact] = useState(false);
  const [isOtherChosen, setIsOtherChosen] = useState(false);
  const [window, preferredWords] = useWatch({ control: form.control, name: ['window', 'preferredWords'] });
  const wantsOther = !window && (isOtherChosen || Boolean(preferredWords));

  function submit(body: PickupRequest) {
    // A date without its time reaches the form as an empty text.
    if (isHalfFilled('preferredAt')) {
      form.setError('preferredAt', { message: words.halfOfTime }, { shouldFocus: true });
    } else if (choosesWindow && !window && !wantsOther) {
      form.setError('window', { message: words.chooseTime }, { shouldFocus: true });
    } else if (!body.phone && !body.email && !askedForContact) {
      setAskedForContact(true);
      form.setError('phone', { message: words.noContact }, { shouldFocus: true });
    } else {
      // Words typed before a window was chosen no longer apply.
      sending.mutate(body.window ? { ...body, preferredWords: undefined } : body);
    }
  }

  return (
    <Form
      form={form}
      onSubmit={submit}
      pending={pending}
      // Other errors are in the toast.
      error={null}
      actions={
        <Button type="submit" size="large" pending={pending} pendingLabel={words.submitting}>
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
          mark={formWords.optional}
          type="tel"
          autoComplete="tel"
          maxLength={lengths.pickupPhone}
        />
        <TextField
          control={form.control}
          name="email"
          label={pickupParts.email}
          mark={formWords.optional}
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
      {choosesWindow ? (
        <WindowField form={form} offered={offered} wantsOther={wantsOther} onWantOther={setIsOtherChosen} />
      ) : (
        <DateField
          control={form.control}
          name="preferredAt"
          type="datetime-local"
          label={words.preferredAt}
          mark={formWords.optional}
          hint={words.preferredAtHint(townOf(timeZone))}
          // Set on focus: the page may have been rendered long before.
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
      const why = wallTime && whyNotPreferred(wallTime, wallTimeOf(new Date(), timeZone));
      if (why) context.addIssue(why);
    }),
  });
}

/** Whether a date has been typed without its time, or the other way round. */
function isHalfFilled(name: string): boolean {
  const [input] = document.getElementsByName(name);
  return input instanceof HTMLInputElement && input.validity.badInput;
}
