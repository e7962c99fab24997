import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { contract as bins } from '#features/bins/contract.ts';
import { useDayNow } from '#web/site/useToday.ts';
import { ParticipantPicker } from '#features/donors/ParticipantPicker.tsx';
import { participantName } from '#features/donors/participantName.ts';
import { photoReceiver, usePhotoUpload } from '#features/donations/photos/usePhotoUpload.ts';
import { mustAskAbout } from '#shared/weights.ts';
import { ApiError } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { CheckboxField } from '#web/form/fields.tsx';
import { Form } from '#web/form/Form.tsx';
import { placeErrors, unplacedError } from '#web/form/serverErrors.ts';
import { useZodForm } from '#web/form/useForm.ts';
import { Button } from '#web/ui/Button.tsx';
import { Kbd } from '#web/ui/Kbd.tsx';
import { toast } from '#web/ui/toast.ts';
import { ChosenDonor, MoreFields, NewParticipantFields, WeightFields } from './IntakeFields.tsx';
import {
  guessProfileField,
  intakeDefaults,
  intakeSchema,
  resolvePlace,
  type IntakeValues,
  type CarriedOver,
  type Profile,
} from './intakeForm.ts';
import { PlaceField } from './PlaceField.tsx';
import {
  useCreateDonation,
  useCreateParticipant,
  type IntakeDonor,
  type SittingDonation,
} from './useIntake.ts';

type IntakeFormProps = {
  carriedOver: CarriedOver;
  today: string;
  /** `carriedOver` prefills the form for the next donor. */
  onSaved: (donation: SittingDonation, carriedOver: CarriedOver) => void;
};

/**
 * The chosen or created donor, or:
 *
 * - 'new' while a new participant is being typed
 * - 'missing' after an attempt to save without a donor
 * - null while nobody is chosen
 */
type DonorChoice = IntakeDonor | 'new' | 'missing' | null;

/** Takes in one donation, from the donor's name to saving. The keyboard alone is enough. */
export function IntakeForm({ carriedOver, today, onSaved }: IntakeFormProps) {
  const dayNow = useDayNow();
  const form = useZodForm(intakeSchema(dayNow), { defaultValues: intakeDefaults(carriedOver, today) });
  const [donorChoice, setDonorChoice] = useState<DonorChoice>(null);
  const [isMoreOpen, setIsMoreOpen] = useState(false);
  /** An unusually large weight that the form has asked about. */
  const [askedKilograms, setAskedKilograms] = useState<number | null>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const photoUpload = usePhotoUpload();
  const { data: publicBins } = useQuery(endpointQuery(bins.publicBins, {}));
  const createParticipant = useCreateParticipant();
  const createDonation = useCreateDonation();
  const [isSaving, setIsSaving] = useState(false);
  const hasPhoto = photoUpload.photo !== null;
  const chosenDonor = typeof donorChoice === 'object' ? donorChoice : null;

  useEffect(() => searchField.current?.focus(), []);

  function setDonor(donor: IntakeDonor) {
    setDonorChoice(donor);
    const { studentIds } = donor.participant;
    const onlyDonorId = studentIds.length === 1 ? studentIds[0] : undefined;
    // The donor ID of a new participant may have been typed already.
    const typedDonorId = donor.origin === 'chosen' ? '' : form.getValues('studentId');
    setStudentId(typedDonorId || (onlyDonorId ?? ''));
  }

  function clearDonor() {
    // Rendered synchronously, because only then is there a field to focus.
    flushSync(() => setDonorChoice(null));
    setStudentId('');
    searchField.current?.focus();
  }

  function setStudentId(studentId: string) {
    form.setValue('studentId', studentId);
    // An error may be about the previous donor ID.
    form.clearErrors('studentId');
  }

  function startNewParticipant(searchText: string) {
    for (const name of ['displayName', 'email', 'phone'] as const) form.setValue(name, '');
    const field = guessProfileField(searchText);
    form.setValue(field, searchText);
    if (field === 'studentId') setIsMoreOpen(true);
    setDonorChoice('new');
  }

  async function createDonor({ displayName, email, phone }: Profile): Promise<IntakeDonor> {
    const created = await createParticipant.mutateAsync({ displayName, email, phone });
    setDonor(created);
    return created;
  }

  async function handleCreateParticipant() {
    if (createParticipant.isPending) return;
    if (!(await form.trigger(['displayName', 'email', 'phone'], { shouldFocus: true }))) return;
    try {
      await createDonor(form.getValues());
      form.setFocus('kilograms');
    } catch (error) {
      placeErrors(form, error);
    }
  }

  async function save(values: IntakeValues) {
    if (donorChoice === null || donorChoice === 'missing') {
      setDonorChoice('missing');
      searchField.current?.focus();
      return;
    }
    const { kilograms } = values;
    if (kilograms !== null && mustAskAbout(kilograms, askedKilograms)) {
      setAskedKilograms(kilograms);
      form.setFocus('kilograms');
      return;
    }
    setIsSaving(true);
    try {
      const donor = donorChoice === 'new' ? await createDonor(values) : donorChoice;
      await saveDonation(donor, values);
    } catch (error) {
      // Unfolded, because a hidden field can be neither seen nor focused.
      if (error instanceof ApiError && 'studentId' in error.fields) flushSync(() => setIsMoreOpen(true));
      placeErrors(form, error, { binLocation: 'where', dropSite: 'where' });
    } finally {
      setIsSaving(false);
    }
  }

  async function saveDonation(donor: IntakeDonor, values: IntakeValues) {
    const { studentId, kilograms, weight, where, date, notes, confirmNow } = values;
    const photoUrl = await photoUpload.waitForUrl();
    const participantId = donor.participant.id;
    const { id, discountCode } = await createDonation.mutateAsync({
      participantId,
      studentId,
      weight,
      date,
      ...resolvePlace(where, publicBins?.bins ?? []),
      notes,
      confirmNow,
      kilograms: kilograms ?? undefined,
      photoUrl: photoUrl ?? undefined,
    });
    const name = participantName(donor.participant);
    toast({
      kind: 'success',
      title: discountCode === null ? 'Donation created' : 'Donation confirmed',
      description:
        discountCode === null
          ? `${name}’s donation waits under Pending.`
          : `Reward code ${discountCode} was issued to ${name}.`,
    });
    onSaved(
      { id, name, participantId, kilograms, weight, discountCode, hasPhoto: photoUrl !== null },
      { date: date === today ? undefined : date, where },
    );
  }

  return (
    <div {...photoReceiver(photoUpload)}>
      <Form
        form={form}
        onSubmit={(values) => void save(values)}
        pending={isSaving || createParticipant.isPending}
        error={unplacedError(createDonation.error, 'Failed to create donation')}
        actions={
          <div className="-mx-4 -mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-b-console-card border-t-[1.5px] border-line bg-sunk px-4 py-4 sm:-mx-7 sm:-mb-7 sm:px-7">
            <CheckboxField
              control={form.control}
              name="confirmNow"
              label="Confirm now"
              hint="Issues the code at once"
            />
            <Button
              type="submit"
              size="console"
              pending={isSaving}
              pendingLabel="Saving…"
              className="min-h-12 px-5.5 text-[1.03125rem] max-sm:w-full"
            >
              Create donation
              <span aria-hidden="true" className="max-sm:hidden pointer-coarse:hidden">
                <Kbd>Enter</Kbd>
              </span>
            </Button>
          </div>
        }
      >
        {donorChoice === 'new' && (
          <NewParticipantFields
            onCreate={() => void handleCreateParticipant()}
            onFindInstead={() => {
              setDonorChoice(null);
              createParticipant.reset();
            }}
            pending={createParticipant.isPending}
            error={unplacedError(createParticipant.error, 'Failed to create participant')}
          />
        )}
        {(donorChoice === null || donorChoice === 'missing') && (
          <ParticipantPicker
            label="Who"
            value={null}
            onChange={(participant) => {
              if (!participant) return;
              setDonor({ participant, origin: 'chosen' });
              form.setFocus('kilograms');
            }}
            onCreate={startNewParticipant}
            ref={searchField}
            error={donorChoice === 'missing' ? 'Please choose a participant or add a new one' : null}
          />
        )}
        {chosenDonor && <ChosenDonor donor={chosenDonor} onClear={clearDonor} />}
        <WeightFields askedKilograms={askedKilograms} />
        <PlaceField name="where" label="Where" />
        <MoreFields
          today={today}
          photoUpload={photoUpload}
          isOpen={isMoreOpen || hasPhoto}
          onToggle={() => setIsMoreOpen(!isMoreOpen)}
        />
      </Form>
    </div>
  );
}
