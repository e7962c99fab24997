import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useDayNow } from '#web/site/useToday.ts';
import { ParticipantPicker } from '#features/donors/ParticipantPicker.tsx';
import { participantName } from '#features/donors/participantName.ts';
import { photoReceiver, usePhotoUpload } from '#features/donations/photos/usePhotoUpload.ts';
import { Form } from '#web/form/Form.tsx';
import { placeErrors, unplacedError } from '#web/form/serverErrors.ts';
import { useZodForm } from '#web/form/useForm.ts';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/toast.ts';
import { DonationFields, NewParticipant } from './IntakeFields.tsx';
import {
  fieldOf,
  intakeDefaults,
  intakeForm,
  type IntakeValues,
  type CarriedOver,
  type Profile,
} from './intakeForm.ts';
import {
  chosenGiver,
  useCreateDonation,
  useCreateParticipant,
  type Giver,
  type TakenIn,
} from './useIntake.ts';
import { claimWithWorth } from '#features/donors/claimWords.ts';
import { PersonLink } from '#web/console/PersonLink.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';

type IntakeFormProps = {
  carriedOver: CarriedOver;
  today: string;
  /** The next donor gets a new form, with what stays the same. */
  onSaved: (donation: TakenIn, carriedOver: CarriedOver) => void;
};

/** One donor of the queue, from name to saved donation by keyboard alone. */
export function IntakeForm({ carriedOver, today, onSaved }: IntakeFormProps) {
  const dayNow = useDayNow();
  const form = useZodForm(intakeForm(dayNow), { defaultValues: intakeDefaults(carriedOver, today) });
  const [giver, setGiver] = useState<Giver | null>(null);
  const [newcomer, setNewcomer] = useState(false);
  const [nobody, setNobody] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const photo = usePhotoUpload();
  const createParticipant = useCreateParticipant();
  const createDonation = useCreateDonation();
  const [saving, setSaving] = useState(false);

  useEffect(() => picker.current?.focus(), []);

  function take(next: Giver) {
    setGiver(next);
    setNewcomer(false);
    setNobody(false);
    const { studentIds } = next.participant;
    const [only = ''] = studentIds;
    // A new participant's may have been typed already.
    const typed = next.origin === 'chosen' ? '' : form.getValues('studentId');
    setStudentId(typed || (studentIds.length === 1 ? only : ''));
  }

  function setStudentId(studentId: string) {
    form.setValue('studentId', studentId);
    // An error may be about the previous donor ID.
    form.clearErrors('studentId');
  }

  /** The new participant, or null if the server refused it, with errors at the fields. */
  async function makeGiver({ displayName, email, phone }: Profile): Promise<Giver | null> {
    try {
      const made = await createParticipant.mutateAsync({ displayName, email, phone });
      take(made);
      return made;
    } catch (error) {
      placeErrors(form, error);
      return null;
    }
  }

  async function createNow() {
    if (createParticipant.isPending) return;
    if (!(await form.trigger(['displayName', 'email', 'phone'], { shouldFocus: true }))) return;
    if (await makeGiver(form.getValues())) form.setFocus('weight');
  }

  async function save(values: IntakeValues) {
    if (!giver && !newcomer) {
      setNobody(true);
      picker.current?.focus();
      return;
    }
    setSaving(true);
    try {
      const by = giver ?? (await makeGiver(values));
      if (by) await saveFor(by, values);
    } catch (error) {
      placeErrors(form, error);
    } finally {
      setSaving(false);
    }
  }

  async function saveFor(by: Giver, values: IntakeValues) {
    const { studentId, weight, actualWeight, date, binLocation, dropSite, notes, confirmNow } = values;
    const photoUrl = await photo.arrived();
    const { id, discountCode } = await createDonation.mutateAsync({
      participantId: by.participant.id,
      studentId,
      weight,
      actualWeight,
      date,
      binLocation,
      dropSite,
      notes,
      confirmNow,
      photoUrl: photoUrl ?? undefined,
    });
    const name = participantName(by.participant);
    toast({
      kind: 'success',
      title: discountCode === null ? 'Donation created' : 'Donation confirmed',
      description:
        discountCode === null
          ? `${name}’s donation waits under Pending.`
          : `Reward code ${discountCode} was issued to ${name}.`,
    });
    const { shareUrl } = by;
    onSaved(
      {
        id,
        name,
        participantId: by.participant.id,
        shareUrl,
        weight: actualWeight ?? weight,
        discountCode,
        hasPhoto: photoUrl !== null,
      },
      { date: date === today ? undefined : date, binLocation, dropSite, confirmNow },
    );
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys, drops and pastes of the form inside
    <div onKeyDown={submitOnEnter} {...photoReceiver(photo)}>
      <Form
        form={form}
        size="console"
        onSubmit={(values) => void save(values)}
        pending={saving || createParticipant.isPending}
        error={unplacedError(createDonation.error, 'Failed to create donation')}
        actions={
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button
              type="submit"
              size="console"
              pending={saving}
              pendingLabel="Saving…"
              className="max-md:min-h-12 max-sm:w-full"
            >
              Create donation
            </Button>
            <p className="text-[0.875rem] text-muted max-sm:hidden pointer-coarse:hidden">
              Enter or Ctrl+Enter saves and goes on to the next.
            </p>
          </div>
        }
      >
        <div className="grid gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
          <fieldset className="flex min-w-0 flex-col gap-4">
            <legend className="mb-3 t-4">Who brings it</legend>
            {newcomer ? (
              <NewParticipant
                onCreate={() => void createNow()}
                onFindInstead={() => {
                  setNewcomer(false);
                  createParticipant.reset();
                }}
                pending={createParticipant.isPending}
                error={unplacedError(createParticipant.error, 'Failed to create participant')}
              />
            ) : (
              <ParticipantPicker
                label="Participant"
                value={giver?.participant ?? null}
                onChange={(participant) => {
                  if (participant) {
                    take(chosenGiver(participant));
                    form.setFocus('weight');
                  } else {
                    setGiver(null);
                    setStudentId('');
                  }
                }}
                onCreate={(text) => {
                  for (const name of ['displayName', 'email', 'phone'] as const) form.setValue(name, '');
                  form.setValue(fieldOf(text), text);
                  setNewcomer(true);
                }}
                ref={picker}
                error={nobody && !giver ? 'Please choose a participant or add a new one' : null}
              />
            )}
            {giver && <GiverCard giver={giver} />}
          </fieldset>
          <fieldset className="min-w-0">
            <legend className="mb-3 t-4">What it is</legend>
            <DonationFields today={today} photo={photo} />
          </fieldset>
        </div>
      </Form>
    </div>
  );
}

/** Ctrl+Enter anywhere, and Enter in a select, where browsers do something else with it. */
function submitOnEnter(event: KeyboardEvent) {
  if (event.key !== 'Enter' || event.defaultPrevented) return;
  const target = event.target as HTMLElement;
  if (!(event.ctrlKey || event.metaKey || target instanceof HTMLSelectElement)) return;
  event.preventDefault();
  target.closest('form')?.requestSubmit();
}

const origins: Readonly<Record<Giver['origin'], string | null>> = {
  chosen: null,
  created: 'New participant.',
  recognised: 'Known already, by this email or phone.',
};

function GiverCard({ giver: { participant, shareUrl, origin } }: { giver: Giver }) {
  const { total_donations: total, confirmed_donations: confirmed } = participant;
  const claim = claimWithWorth(participant);
  return (
    <div className="rounded-large bg-sunk px-4 py-3">
      <p role="status" className="text-[0.90625rem]">
        {origins[origin] !== null && <b className="font-[650]">{origins[origin]} </b>}
        <span className="text-muted tabular">
          {total === 0
            ? 'No donations yet.'
            : `${total} ${total === 1 ? 'donation' : 'donations'}, ${confirmed} confirmed.`}
        </span>{' '}
        <PersonLink id={participant.id} isNewTab className="font-semibold text-spruce underline">
          See all of {participantName(participant)}
        </PersonLink>
      </p>
      {claim !== null && <p className="mt-1 text-[0.90625rem] wrap-anywhere text-wheat-deep">{claim}</p>}
      <p className="mt-2.5 text-[0.90625rem] font-[650]">Public status link</p>
      <div className="mt-0.5 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <span className="min-w-0 text-[0.875rem] wrap-anywhere text-muted">{shareUrl}</span>
        <CopyButton text={shareUrl} label="Copy link" size="console" />
      </div>
    </div>
  );
}
