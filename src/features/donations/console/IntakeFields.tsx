import { Calendar, ChevronDown, CircleAlert, CircleCheck, UserPlus, X } from 'lucide-react';
import { useId, useEffect, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { useFormState, useWatch } from 'react-hook-form';
import { claimWithStatus } from '#features/donors/claimWords.ts';
import { participantName } from '#features/donors/participantName.ts';
import { lengths } from '#shared/lengths.ts';
import { bandOf, kilogramsIn, weightBands } from '#shared/weights.ts';
import { formatDay } from '#words/formats.ts';
import { PersonLink } from '#web/console/PersonLink.tsx';
import { PhotoUpload } from '#features/donations/photos/PhotoUpload.tsx';
import type { PhotoUploadState } from '#features/donations/photos/usePhotoUpload.ts';
import { DateField, TextField, useBoundField } from '#web/form/fields.tsx';
import { useFormMethods } from '#web/form/formContext.ts';
import { Button } from '#web/ui/Button.tsx';
import { ErrorNote } from '#web/ui/ErrorBanner.tsx';
import { Field, TextInput } from '#web/ui/Field.tsx';
import { ReasonButton } from '#web/ui/ReasonButton.tsx';
import type { IntakeInput, IntakeValues } from './intakeForm.ts';
import type { IntakeDonor } from './useIntake.ts';

const labelClasses = 'text-base leading-[1.35] font-[650]';

const textButtonClasses = 'min-h-11 -my-2 px-1! text-[0.9375rem]!';

const originNotes: Readonly<Record<IntakeDonor['origin'], string | null>> = {
  chosen: null,
  created: 'New participant.',
  recognised: 'Already known by this email or phone.',
};

type ChosenDonorProps = { donor: IntakeDonor; onClear: () => void };

/** Shows the chosen donor in place of the search field. */
export function ChosenDonor({ donor: { participant, origin }, onClear }: ChosenDonorProps) {
  const labelId = useId();
  const { studentIds, total_donations: total, confirmed_donations: confirmed } = participant;
  const name = participantName(participant);
  const donorIds = studentIds.filter((id) => id !== name).join(', ');
  const claim = claimWithStatus(participant);
  return (
    <div role="group" aria-labelledby={labelId}>
      <p id={labelId} className={labelClasses}>
        Who
      </p>
      <div className="mt-2 flex min-h-[50px] flex-wrap items-center gap-x-2.5 rounded-control border-[1.5px] border-edge px-3.5 max-sm:pt-3 max-sm:pb-1">
        <CircleCheck size={20} className="shrink-0 text-spruce" aria-hidden />
        <b className="min-w-0 max-w-[calc(100%-30px)] text-[1.0625rem] font-[650] wrap-anywhere">{name}</b>
        <span className="min-w-0 text-[1.0625rem] wrap-anywhere text-muted tabular">{donorIds}</span>
        <Button
          kind="ghost"
          size="small"
          icon={X}
          onClick={onClear}
          className={`ms-auto ${textButtonClasses}`}
        >
          Someone else
        </Button>
      </div>
      <p role="status" className="mt-1.5 text-[0.90625rem]">
        {originNotes[origin] !== null && <b className="font-[650]">{originNotes[origin]} </b>}
        <span className="text-muted tabular">
          {total === 0
            ? 'No donations yet.'
            : `${total} ${total === 1 ? 'donation' : 'donations'}, ${confirmed} confirmed.`}
        </span>{' '}
        <PersonLink id={participant.id} isNewTab className="font-semibold text-spruce underline">
          See all of {name}
        </PersonLink>
      </p>
      {claim !== null && <p className="mt-1 text-[0.90625rem] wrap-anywhere text-wheat-deep">{claim}</p>}
    </div>
  );
}

/**
 * Kilograms or a weight band. Typing kilograms selects the matching band, and choosing a band clears the kilograms.
 *
 * @param askedKilograms the unusually large weight that the form asked about; null if there is none.
 */
export function WeightFields({ askedKilograms }: { askedKilograms: number | null }) {
  const { control, register, setValue } = useFormMethods<IntakeInput, IntakeValues>();
  const { errors } = useFormState({ control, name: ['kilograms', 'weight'] });
  const kilograms = useBoundField({ control, name: 'kilograms', label: 'Kilograms', size: 'page' });
  const typedKilograms = useWatch({ control, name: 'kilograms' });
  const errorId = useId();
  // If the kilograms are wrong, their own error also explains why no band is chosen.
  const bandError = errors.kilograms ? undefined : errors.weight?.message;
  const hasError = errors.kilograms !== undefined || errors.weight !== undefined;

  function chooseBandFor(kilogramsText: string) {
    const parsed = kilogramsIn(kilogramsText);
    setValue('weight', parsed === null ? '' : bandOf(parsed), { shouldValidate: hasError });
  }

  function clearKilograms() {
    setValue('kilograms', '', { shouldValidate: hasError });
  }

  return (
    <div>
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-[178px_minmax(0,1fr)]">
        <Field {...kilograms.field}>
          <span className="relative block">
            <TextInput
              {...kilograms.registration}
              onChange={(event) => {
                void kilograms.registration.onChange(event);
                chooseBandFor(event.currentTarget.value);
              }}
              inputMode="decimal"
              autoComplete="off"
              maxLength={6}
              className="min-h-16! pe-12! font-display text-[2.25rem]! leading-none! font-extrabold tracking-[-.03em] tabular"
            />
            <span
              aria-hidden="true"
              className="pointer-events-none absolute end-4 top-1/2 -translate-y-1/2 text-muted"
            >
              kg
            </span>
          </span>
        </Field>
        <fieldset className="min-w-0" aria-describedby={bandError ? errorId : undefined}>
          <legend className={labelClasses}>Or no scale</legend>
          <div className="mt-2 grid grid-cols-4 gap-2">
            {weightBands.map((band) => (
              <label
                key={band}
                className="relative grid min-h-16 cursor-pointer place-items-center rounded-control border-[1.5px] border-edge bg-raised px-1 text-center text-base font-[650] has-checked:border-[3px] has-checked:border-spruce has-checked:bg-spruce-tint has-checked:text-spruce has-focus-visible:outline-[3px] has-focus-visible:outline-offset-2 has-focus-visible:outline-ink"
              >
                <input
                  type="radio"
                  value={band}
                  {...register('weight', { onChange: clearKilograms })}
                  className="absolute inset-0 cursor-pointer appearance-none outline-none"
                />
                {band}
              </label>
            ))}
          </div>
        </fieldset>
      </div>
      <div aria-live="polite">
        {bandError && (
          <p id={errorId} className="mt-1.5 flex gap-2 text-[0.9375rem] font-semibold text-clay-deep">
            <CircleAlert size={18} className="mt-px shrink-0" />
            {bandError}
          </p>
        )}
        {askedKilograms !== null && kilogramsIn(typedKilograms) === askedKilograms && (
          <p className="mt-2 rounded-e-control border-s-6 border-wheat bg-wheat-tint px-3.5 py-2 font-semibold text-wheat-deep">
            {askedKilograms} kg? Press Enter again.
          </p>
        )}
      </div>
    </div>
  );
}

type MoreFieldsProps = {
  today: string;
  photoUpload: PhotoUploadState;
  isOpen: boolean;
  onToggle: () => void;
};

/** Rarely needed fields behind buttons: the date, and the donor ID, notes and photo. */
export function MoreFields({ today, photoUpload, isOpen, onToggle }: MoreFieldsProps) {
  const { control, setFocus } = useFormMethods<IntakeInput, IntakeValues>();
  const date = useWatch({ control, name: 'date' });
  const [isChangingDate, setIsChangingDate] = useState(false);
  const extraFieldsId = useId();

  function changeDate() {
    // Rendered synchronously, because only then is there a field to focus.
    flushSync(() => setIsChangingDate(true));
    setFocus('date');
  }

  return (
    <div className="flex flex-col gap-5 border-t-[1.5px] border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {isChangingDate ? (
          <DateField control={control} name="date" label="Date" max={today} className="w-full max-w-60" />
        ) : (
          <p className="flex items-center gap-2.5 tabular">
            <Calendar size={19} className="shrink-0 text-muted" aria-hidden />
            {date === today ? `Today, ${formatDay(date)}` : formatDay(date)}
            <Button kind="ghost" size="small" onClick={changeDate} className={textButtonClasses}>
              Change<span className="sr-only"> the date</span>
            </Button>
          </p>
        )}
        <Button
          kind="ghost"
          size="small"
          aria-expanded={isOpen}
          aria-controls={extraFieldsId}
          onClick={onToggle}
          className={textButtonClasses}
        >
          More: donor ID, notes, photo
          <ChevronDown size={18} aria-hidden className={isOpen ? 'rotate-180' : ''} />
        </Button>
      </div>
      <div id={extraFieldsId} className={isOpen ? 'flex flex-col gap-5' : 'hidden'}>
        <TextField
          control={control}
          name="studentId"
          label="Donor ID"
          labelNote="optional"
          transform={(text) => text.toUpperCase()}
          maxLength={lengths.donorId}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <TextField
          control={control}
          name="notes"
          label="Notes"
          labelNote="optional"
          maxLength={lengths.donationNotes}
          autoComplete="off"
        />
        <PhotoUpload upload={photoUpload} labelNote="optional" />
      </div>
    </div>
  );
}

type NewParticipantFieldsProps = {
  onCreate: () => void;
  onFindInstead: () => void;
  pending: boolean;
  error: string | null;
};

/** The fields of a new participant. Enter creates the participant and moves on to the kilograms. */
export function NewParticipantFields({ onCreate, onFindInstead, pending, error }: NewParticipantFieldsProps) {
  const { control, getValues, setFocus } = useFormMethods<IntakeInput, IntakeValues>();

  useEffect(() => {
    // If the search text became the name, the email is next.
    setFocus(getValues('displayName') ? 'email' : 'displayName');
  }, [getValues, setFocus]);

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    onCreate();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- catches Enter in the fields inside
    <div onKeyDown={handleKeyDown} className="flex flex-col gap-4">
      <TextField
        control={control}
        name="displayName"
        label="Name"
        maxLength={lengths.name}
        autoComplete="off"
      />
      <div className="grid gap-4 sm:grid-cols-[4fr_3fr]">
        <TextField
          control={control}
          name="email"
          label="Email"
          labelNote="optional"
          type="email"
          inputMode="email"
          maxLength={lengths.email}
          autoComplete="off"
        />
        <TextField
          control={control}
          name="phone"
          label="Phone"
          labelNote="optional"
          type="tel"
          inputMode="tel"
          maxLength={lengths.phone}
          autoComplete="off"
        />
      </div>
      <ErrorNote message={error} />
      <div className="flex flex-wrap gap-2">
        <Button
          kind="outline"
          size="small"
          icon={UserPlus}
          pending={pending}
          pendingLabel="Creating…"
          onClick={onCreate}
        >
          Create participant
        </Button>
        <ReasonButton
          kind="ghost"
          size="small"
          onClick={onFindInstead}
          disabledReason={pending ? 'Wait until this is done.' : undefined}
        >
          Find instead
        </ReasonButton>
      </div>
    </div>
  );
}
