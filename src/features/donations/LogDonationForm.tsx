import { useEffect, useState, useTransition } from 'react';
import { hasWrongLength, plainDonorId } from '#features/donors/rules.ts';
import { useDayNow } from '#web/site/useToday.ts';
import type { Day } from '#shared/dates.ts';
import { errorMessage } from '#web/api/client.ts';
import { placeErrors } from '#web/form/serverErrors.ts';
import { Form } from '#web/form/Form.tsx';
import { RestoredNote, useDraft } from '#web/form/useDraft.tsx';
import { useZodForm } from '#web/form/useForm.ts';
import { errorTitle } from '#words/site.ts';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/toast.ts';
import { logDonation as words } from '#words/log.tsx';
import { DonorField, rememberDonorId, useInitialDonor } from './DonorField.tsx';
import {
  type QueuedAs,
  removeQueued,
  StorageError,
  type LoggedDonation,
  type DonationBody,
} from './donationQueue.ts';
import { sendOrEnqueue } from './donationSender.ts';
import type { LogField, LogForm } from './logSchema.ts';
import type { ScannedPlace } from './ScanBanner.tsx';
import type { PublicBin } from '#features/bins/contract.ts';
import { DEFAULT_WEIGHT, WeightField } from './WeightField.tsx';
import { WhenAndWhere } from './WhenAndWhere.tsx';

const fieldsWithoutPlace = ['studentId', 'weight', 'date'] as const;
const draft = {
  name: 'log',
  version: 1,
  fields: [...fieldsWithoutPlace, 'binLocation', 'dropSite'],
} as const;
// The next scan may be of another bin.
const draftOfScan = { ...draft, fields: fieldsWithoutPlace };
// The next visitor is somebody else.
const draftOfKiosk = { ...draft, fields: [] };

export type LogDonationFormProps = {
  scannedPlace: ScannedPlace | null;
  today: Day | null;
  /** How many digits a student number has. Null if the settings do not say. */
  digits: number | null;
  /** How many days before today the date may be; null for any number. */
  maxDaysBack: number | null;
  /** Whether everybody uses this device, so that it remembers no donor. */
  isKiosk: boolean;
  bins: readonly PublicBin[];
  /** The donation logged just before, whose donor ID, day and place the form repeats. */
  previousBody: DonationBody | null;
  /** A queued donation to correct, since the site refused it. */
  refusedDonation: QueuedAs<'refused'> | null;
  onLogged: (donation: LoggedDonation) => void;
  /** Called once the donation is queued, since no answer came. */
  onQueued: (body: DonationBody) => void;
};

// Sticks to the bottom of a phone's screen, unless a keyboard leaves no room.
const actionBar =
  'max-bar:mx-[calc(-1*var(--gutter))] max-bar:mt-2 max-bar:border-t-[1.5px] max-bar:border-line max-bar:bg-paper max-bar:px-(--gutter) max-bar:pt-2.5 max-bar:pb-[max(14px,env(safe-area-inset-bottom))] max-bar:[@media(height>=30rem)]:sticky max-bar:bottom-0 max-bar:z-30';

export function LogDonationForm({
  scannedPlace,
  today,
  digits,
  maxDaysBack,
  isKiosk,
  bins,
  previousBody,
  refusedDonation,
  onLogged,
  onQueued,
}: LogDonationFormProps) {
  const dayNow = useDayNow();
  // The form's date until `today` is known.
  const [openedOn] = useState(dayNow);
  const form = useZodForm(async () => (await import('./logSchema.ts')).logSchema(dayNow(), maxDaysBack), {
    defaultValues: {
      studentId: previousBody?.studentId ?? '',
      weight: DEFAULT_WEIGHT,
      date: previousBody?.date ?? openedOn,
      binLocation: previousBody?.binLocation ?? '',
      dropSite: previousBody?.dropSite ?? '',
    },
  });
  const initialDonor = useInitialDonor(isKiosk);
  const [shouldRemember, setShouldRemember] = useState(false);
  const draftOfVisit = scannedPlace ? draftOfScan : draft;
  const { isRestored, startOver, finish, idempotencyKeyFor } = useDraft(
    form,
    isKiosk ? draftOfKiosk : draftOfVisit,
  );
  const [isNotMe, setNotMe] = useState(false);
  const defaultPlace = previousBody ? null : scannedPlace;
  useLateDefault(form, 'studentId', previousBody || isNotMe ? null : initialDonor.donorId);
  useLateDefault(form, 'date', previousBody ? null : today);
  useLateDefault(form, 'binLocation', defaultPlace?.binLocation);
  useLateDefault(form, 'dropSite', defaultPlace?.dropSite);
  useRefusedDonation(form, refusedDonation);

  // The donor ID whose length was questioned.
  const [questionedId, setQuestionedId] = useState<string | null>(null);
  const [isLogging, startLogging] = useTransition();

  async function logDonation(body: DonationBody) {
    // An unchanged donation keeps its key, since an earlier try may have arrived.
    const isUnchanged = refusedDonation && JSON.stringify(refusedDonation.body) === JSON.stringify(body);
    // The key follows the typed values. The body of a retry may differ, if the schema has loaded only since.
    const key = isUnchanged ? refusedDonation.key : idempotencyKeyFor(form.getValues());
    try {
      const answer = await sendOrEnqueue(key, body);
      finish();
      if (shouldRemember) rememberDonorId(body.studentId);
      if (!answer) return onQueued(body);
      toast({ title: words.succeeded, description: answer.message, kind: 'success' });
      onLogged({ body, answer });
    } catch (error) {
      if (!placeErrors(form, error))
        toast({ title: errorTitle, description: failureMessage(error), kind: 'error' });
    }
  }

  function submit(body: DonationBody) {
    const missing = findMissingField(body);
    const studentId = plainDonorId(body.studentId, digits);
    const isTyped = form.getFieldState('studentId').isDirty;
    if (missing) {
      form.setError(missing.field, { message: missing.message }, { shouldFocus: true });
    } else if (digits && isTyped && questionedId !== studentId && hasWrongLength(studentId, digits)) {
      setQuestionedId(studentId);
      form.setError('studentId', { message: words.unusualLength(digits) }, { shouldFocus: true });
    } else {
      startLogging(() => logDonation({ ...body, studentId }));
    }
  }

  // While submitting, the form waits a few seconds for its schema.
  const pending = isLogging || form.formState.isSubmitting;
  return (
    <Form
      form={form}
      onSubmit={submit}
      pending={pending}
      // A toast shows failures that belong to no field.
      error={null}
      actions={
        <div className={actionBar}>
          <Button
            type="submit"
            size="large"
            pending={pending}
            pendingLabel={words.submitting}
            className="w-full bar:w-auto"
          >
            {words.submit}
          </Button>
        </div>
      }
    >
      {/* A focused field must not scroll under the bar. */}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 bar:gap-5 max-bar:[&_:is(input,select,button)]:scroll-mb-24">
        {isRestored && (
          <RestoredNote
            onStartOver={() => {
              startOver();
              form.setFocus(form.getValues('studentId') ? 'weight' : 'studentId');
            }}
          />
        )}
        <DonorField
          form={form}
          initialDonor={initialDonor}
          isNotMe={isNotMe}
          onNotMe={() => setNotMe(true)}
          shouldRemember={shouldRemember}
          onRememberChange={isKiosk ? null : setShouldRemember}
        />
        <WeightField form={form} />
        <WhenAndWhere form={form} today={today} maxDaysBack={maxDaysBack} bins={bins} />
      </div>
    </Form>
  );
}

/** Gives a field a default that is available only after hydration, unless somebody has typed in it. */
function useLateDefault(form: LogForm, name: LogField, value: string | null | undefined) {
  useEffect(() => {
    if (!value || value === form.formState.defaultValues?.[name]) return;
    if (!form.getFieldState(name).isDirty) form.resetField(name, { defaultValue: value });
  }, [form, name, value]);
}

/** Puts a refused donation back into the form, with the site's message at each field. */
function useRefusedDonation(form: LogForm, donation: QueuedAs<'refused'> | null): void {
  useEffect(() => {
    if (!donation) return undefined;
    const { body, state } = donation;
    const values = Object.entries(body) as [LogField, string | null | undefined][];
    for (const [name, value] of values) form.setValue(name, value ?? '', { shouldDirty: true });
    const fieldErrors = Object.entries(state.fields) as [LogField, string][];
    for (const [name, message] of fieldErrors) form.setError(name, { type: 'server', message });
    // The form's draft stores it from now on.
    void removeQueued(donation);
    // Focused a frame later, since the error has to unfold a folded field first.
    const frame = requestAnimationFrame(() => form.setFocus(fieldErrors[0]?.[0] ?? 'studentId'));
    return () => cancelAnimationFrame(frame);
  }, [form, donation]);
}

/** Checked even without the schema, since no server checks a queued donation before the donor leaves. */
function findMissingField({ studentId, date }: DonationBody) {
  if (studentId.trim() === '') return { field: 'studentId', message: words.studentIdMissing } as const;
  return date === '' ? ({ field: 'date', message: words.dateMissing } as const) : null;
}

function failureMessage(error: unknown): string {
  return error instanceof StorageError ? words.noStorage : errorMessage(error, words.failed);
}
