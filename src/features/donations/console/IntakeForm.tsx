import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { contract as bins } from '#features/bins/contract.ts';
import { useDayNow } from '#web/site/useToday.ts';
import { ParticipantPicker } from '#features/donors/ParticipantPicker.tsx';
import { participantName } from '#features/donors/participantName.ts';
import { photoReceiver, usePhotoUpload } from '#features/donations/photos/usePhotoUpload.ts';
import { SURPRISING_KILOGRAMS } from '#shared/weights.ts';
import { ApiError } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { CheckboxField } from '#web/form/fields.tsx';
import { Form } from '#web/form/Form.tsx';
import { placeErrors, unplacedError } from '#web/form/serverErrors.ts';
import { useZodForm } from '#web/form/useForm.ts';
import { Button } from '#web/ui/Button.tsx';
import { Kbd } from '#web/ui/Kbd.tsx';
import { toast } from '#web/ui/toast.ts';
import { ChosenGiver, MoreFields, NewParticipant, WeightFields } from './IntakeFields.tsx';
import {
  fieldOf,
  intakeDefaults,
  intakeForm,
  placeIn,
  type IntakeValues,
  type CarriedOver,
  type Profile,
} from './intakeForm.ts';
import { PlaceField } from './PlaceField.tsx';
import { useCreateDonation, useCreateParticipant, type Giver, type TakenIn } from './useIntake.ts';

type IntakeFormProps = {
  carriedOver: CarriedOver;
  today: string;
  /** `carriedOver` prefills the form for the next donor. */
  onSaved: (donation: TakenIn, carriedOver: CarriedOver) => void;
};

/**
 * The donor who was chosen or created; 'newcomer' while a new participant is being typed; null while nobody is chosen, which
 * becomes 'missing' when a save was tried without a donor.
 */
type Who = Giver | 'newcomer' | 'missing' | null;

/** One donor of the queue, from name to saved donation by keyboard alone. */
export function IntakeForm({ carriedOver, today, onSaved }: IntakeFormProps) {
  const dayNow = useDayNow();
  const form = useZodForm(intakeForm(dayNow), { defaultValues: intakeDefaults(carriedOver, today) });
  const [who, setWho] = useState<Who>(null);
  const [isMoreOpen, setIsMoreOpen] = useState(false);
  /** The kilograms that were asked about. */
  const [surprising, setSurprising] = useState<number | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const photo = usePhotoUpload();
  const { data: publicBins } = useQuery(endpointQuery(bins.publicBins, {}));
  const createParticipant = useCreateParticipant();
  const createDonation = useCreateDonation();
  const [saving, setSaving] = useState(false);
  const hasPhoto = photo.photo !== null;

  useEffect(() => picker.current?.focus(), []);

  function setGiver(giver: Giver) {
    setWho(giver);
    const { studentIds } = giver.participant;
    const [firstId = ''] = studentIds;
    // The donor ID of a new participant may have been typed already.
    const typed = giver.origin === 'chosen' ? '' : form.getValues('studentId');
    setStudentId(typed || (studentIds.length === 1 ? firstId : ''));
  }

  function clearGiver() {
    // Rendered at once: only then is there a field to focus.
    flushSync(() => setWho(null));
    setStudentId('');
    picker.current?.focus();
  }

  function setStudentId(studentId: string) {
    form.setValue('studentId', studentId);
    // An error may be about the previous donor ID.
    form.clearErrors('studentId');
  }

  function beginNewcomer(text: string) {
    for (const name of ['displayName', 'email', 'phone'] as const) form.setValue(name, '');
    const field = fieldOf(text);
    form.setValue(field, text);
    if (field === 'studentId') setIsMoreOpen(true);
    setWho('newcomer');
  }

  async function createGiver({ displayName, email, phone }: Profile): Promise<Giver> {
    const created = await createParticipant.mutateAsync({ displayName, email, phone });
    setGiver(created);
    return created;
  }

  async function createNow() {
    if (createParticipant.isPending) return;
    if (!(await form.trigger(['displayName', 'email', 'phone'], { shouldFocus: true }))) return;
    try {
      await createGiver(form.getValues());
      form.setFocus('kilograms');
    } catch (error) {
      placeErrors(form, error);
    }
  }

  async function save(values: IntakeValues) {
    if (who === null || who === 'missing') {
      setWho('missing');
      picker.current?.focus();
      return;
    }
    const { kilograms } = values;
    if (kilograms !== null && kilograms > SURPRISING_KILOGRAMS && kilograms !== surprising) {
      setSurprising(kilograms);
      form.setFocus('kilograms');
      return;
    }
    setSaving(true);
    try {
      await saveFor(who === 'newcomer' ? await createGiver(values) : who, values);
    } catch (error) {
      // The field may be folded away, and could be neither seen nor focused.
      if (error instanceof ApiError && 'studentId' in error.fields) flushSync(() => setIsMoreOpen(true));
      placeErrors(form, error, { binLocation: 'where', dropSite: 'where' });
    } finally {
      setSaving(false);
    }
  }

  async function saveFor(giver: Giver, values: IntakeValues) {
    const { studentId, kilograms, weight, where, date, notes, confirmNow } = values;
    const photoUrl = await photo.waitForUrl();
    const { id, discountCode } = await createDonation.mutateAsync({
      participantId: giver.participant.id,
      studentId,
      weight,
      date,
      ...placeIn(where, publicBins?.bins ?? []),
      notes,
      confirmNow,
      kilograms: kilograms ?? undefined,
      photoUrl: photoUrl ?? undefined,
    });
    const name = participantName(giver.participant);
    toast({
      kind: 'success',
      title: discountCode === null ? 'Donation created' : 'Donation confirmed',
      description:
        discountCode === null
          ? `${name}’s donation waits under Pending.`
          : `Reward code ${discountCode} was issued to ${name}.`,
    });
    const participantId = giver.participant.id;
    onSaved(
      { id, name, participantId, kilograms, weight, discountCode, hasPhoto: photoUrl !== null },
      { date: date === today ? undefined : date, where },
    );
  }

  return (
    <div {...photoReceiver(photo)}>
      <Form
        form={form}
        onSubmit={(values) => void save(values)}
        pending={saving || createParticipant.isPending}
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
              pending={saving}
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
        {who === 'newcomer' ? (
          <NewParticipant
            onCreate={() => void createNow()}
            onFindInstead={() => {
              setWho(null);
              createParticipant.reset();
            }}
            pending={createParticipant.isPending}
            error={unplacedError(createParticipant.error, 'Failed to create participant')}
          />
        ) : who === null || who === 'missing' ? (
          <ParticipantPicker
            label="Who"
            value={null}
            onChange={(participant) => {
              if (!participant) return;
              setGiver({ participant, origin: 'chosen' });
              form.setFocus('kilograms');
            }}
            onCreate={beginNewcomer}
            ref={picker}
            error={who === 'missing' ? 'Please choose a participant or add a new one' : null}
          />
        ) : (
          <ChosenGiver giver={who} onClear={clearGiver} />
        )}
        <WeightFields surprising={surprising} />
        <PlaceField name="where" label="Where" />
        <MoreFields
          today={today}
          photo={photo}
          isOpen={isMoreOpen || hasPhoto}
          onToggle={() => setIsMoreOpen(!isMoreOpen)}
        />
      </Form>
    </div>
  );
}
