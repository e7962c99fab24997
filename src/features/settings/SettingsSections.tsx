import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useFieldArray } from 'react-hook-form';
import { contract as rewards } from '#features/rewards/contract.ts';
import { lengths } from '#shared/lengths.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { CheckboxField, TextAreaField, TextField } from '#web/form/fields.tsx';
import { useFormMethods } from '#web/form/formContext.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import type { Placeholder } from './placeholders.ts';
import { type SectionId, sectionTitles } from './settingChanges.ts';
import {
  type Changes,
  MilestonesField,
  noteOf,
  PlaceholderPill,
  SettingNumber,
  SettingText,
} from './SettingFields.tsx';
import type { SettingsInput, SettingsOutput } from './settingsForm.ts';

/** The most lines of each list that the contract takes. */
const MOST_HOURS = 7;
const MOST_TESTIMONIALS = 6;

type SectionProps = { changes: Changes; placeholders: readonly Placeholder[] };

/** Where a section of the screen can be gone to. */
export function sectionAddress(section: SectionId): string {
  return `settings-${section}`;
}

type SectionCardProps = {
  section: SectionId;
  /** What a change here does, and from when. */
  note?: ReactNode;
  children: ReactNode;
};

function SectionCard({ section, note, children }: SectionCardProps) {
  const titleId = `${sectionAddress(section)}-title`;
  return (
    <Card
      as="section"
      console
      id={sectionAddress(section)}
      aria-labelledby={titleId}
      data-section={section}
      tabIndex={-1}
      className="scroll-mt-4 px-5! outline-none"
    >
      <h2 id={titleId} className="t-4">
        {sectionTitles[section]}
      </h2>
      <div className="mt-2.5 grid gap-4">{children}</div>
      {note !== undefined && (
        <p className="mt-3 border-t-[1.5px] border-line pt-2.5 text-[0.875rem] leading-[1.4] text-muted">
          {note}
        </p>
      )}
    </Card>
  );
}

export function GoalSection({ changes }: SectionProps) {
  return (
    <SectionCard
      section="goal"
      note="Changes the window and every ring at the next load of a page. Nothing that was given is counted anew."
    >
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-[172px_minmax(0,1fr)]">
        <SettingNumber name="monthlyGoal" label="Monthly goal" unit="kg" changes={changes} />
        <MilestonesField changes={changes} />
      </div>
    </SectionCard>
  );
}

export function RewardsSection({ changes }: SectionProps) {
  const { data } = useQuery(endpointQuery(rewards.codes, { query: { status: 'unused', limit: 1 } }));
  const those =
    data === undefined || data.total === 0
      ? 'Codes that are out keep their terms.'
      : data.total === 1
        ? 'The one code that is out keeps its terms.'
        : `The ${data.total.toLocaleString('en-CA')} codes that are out keep their terms.`;
  return (
    <SectionCard section="rewards">
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-[172px_172px]">
        <SettingNumber name="usesPerCode" label="Uses of a code" unit="1 to 10" changes={changes} />
        <SettingNumber name="daysValid" label="Days valid" unit="1 to 365" changes={changes} />
      </div>
      <p className="-mt-2.5 text-[0.875rem] leading-[1.45] text-muted">
        For codes issued from now on. {those}
      </p>
    </SectionCard>
  );
}

export function OrganizationSection({ changes, placeholders }: SectionProps) {
  const { control } = useFormMethods<SettingsInput, SettingsOutput>();
  return (
    <SectionCard section="organization" note="On every page from its next load on.">
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
        <SettingText
          name="organization.name"
          label="Name"
          maxLength={lengths.organizationName}
          changes={changes}
          autoComplete="off"
        />
        <SettingText
          name="organization.email"
          label="Email"
          type="email"
          maxLength={lengths.email}
          changes={changes}
          isPlaceholder={placeholders.includes('email')}
          autoComplete="off"
        />
      </div>
      <TextAreaField
        control={control}
        name="organization.addressLines"
        label="Address"
        mark={placeholders.includes('addressLines') ? <PlaceholderPill /> : undefined}
        hint={noteOf(changes.get('organization.addressLines'), 'As on an envelope, line by line.')}
        rows={2}
        className={placeholders.includes('addressLines') ? '[&_textarea]:border-wheat-deep' : undefined}
      />
      <SettingText
        name="organization.phone"
        label="Phone"
        type="tel"
        maxLength={lengths.phone}
        changes={changes}
        note="Empty: pages show none."
        className="sm:w-[calc(50%-10px)]"
        autoComplete="off"
      />
      <Hours changes={changes} />
      <CheckboxField
        control={control}
        name="isRegisteredNonprofit"
        label="We are a registered nonprofit"
        hint={noteOf(
          changes.get('isRegisteredNonprofit'),
          'Pages say so only while this is ticked. Otherwise they say nonprofit, without “registered”.',
        )}
      />
    </SectionCard>
  );
}

function Hours({ changes }: { changes: Changes }) {
  const { control } = useFormMethods<SettingsInput, SettingsOutput>();
  const { fields, append, remove } = useFieldArray({ control, name: 'organization.hours' });
  const add = useRef<HTMLButtonElement>(null);
  const note = noteOf(
    changes.get('organization.hours'),
    fields.length === 0 ? 'Pages show no hours.' : undefined,
  );
  return (
    <fieldset className="min-w-0">
      <legend className="text-[0.90625rem] leading-[1.35] font-[650]">Hours</legend>
      <ul className="grid gap-0.5">
        {fields.map(({ id }, index) => (
          <li key={id} className="flex items-start gap-2">
            <TextField
              control={control}
              name={`organization.hours.${index}.days`}
              label={<VisuallyHidden>Days, line {index + 1}</VisuallyHidden>}
              maxLength={lengths.hours}
              placeholder="Mon-Fri"
              autoComplete="off"
              className="flex-1"
            />
            <TextField
              control={control}
              name={`organization.hours.${index}.time`}
              label={<VisuallyHidden>Time, line {index + 1}</VisuallyHidden>}
              maxLength={lengths.hours}
              placeholder="9AM-6PM"
              autoComplete="off"
              className="flex-1"
            />
            <RemoveButton
              label={`Remove line ${index + 1}`}
              onClick={() => {
                remove(index);
                add.current?.focus();
              }}
            />
          </li>
        ))}
      </ul>
      {note !== undefined && <p className="mt-1.5 text-[0.875rem] leading-[1.45] text-muted">{note}</p>}
      <AddButton
        ref={add}
        label="Add a line"
        isFull={fields.length >= MOST_HOURS}
        onClick={() => append({ days: '', time: '' })}
      />
    </fieldset>
  );
}

export function TermSection({ changes }: SectionProps) {
  return (
    <SectionCard section="term">
      <SettingText
        name="term"
        label="Current term"
        maxLength={lengths.term}
        changes={changes}
        note="Noted with every code issued from now on. Codes that are out keep theirs."
        className="max-w-[364px]"
        autoComplete="off"
      />
    </SectionCard>
  );
}

export function TestimonialsSection({ changes }: SectionProps) {
  const { control } = useFormMethods<SettingsInput, SettingsOutput>();
  const { fields, append, remove } = useFieldArray({ control, name: 'organization.testimonials' });
  const add = useRef<HTMLButtonElement>(null);
  const change = changes.get('organization.testimonials');
  return (
    <SectionCard
      section="testimonials"
      note={noteOf(
        change,
        fields.length === 0
          ? 'There are none: the landing page leaves them out.'
          : 'On the landing page from its next load on, in this order. Examples are marked there as such.',
      )}
    >
      <ul className="grid gap-5 empty:hidden">
        {fields.map(({ id }, index) => (
          <li key={id} className="grid gap-2.5 border-s-3 border-line ps-4">
            <TextAreaField
              control={control}
              name={`organization.testimonials.${index}.words`}
              label={
                <>
                  What was said<VisuallyHidden>, testimonial {index + 1}</VisuallyHidden>
                </>
              }
              maxLength={lengths.testimonial}
              rows={2}
            />
            <div className="flex items-start gap-2">
              <TextField
                control={control}
                name={`organization.testimonials.${index}.from`}
                label={
                  <>
                    Who said it<VisuallyHidden>, testimonial {index + 1}</VisuallyHidden>
                  </>
                }
                maxLength={lengths.name}
                autoComplete="off"
                className="flex-1"
              />
              <RemoveButton
                label={`Remove testimonial ${index + 1}`}
                className="mt-[22px]"
                onClick={() => {
                  remove(index);
                  add.current?.focus();
                }}
              />
            </div>
            <CheckboxField
              control={control}
              name={`organization.testimonials.${index}.example`}
              label="An example: nobody said it"
            />
          </li>
        ))}
      </ul>
      <AddButton
        ref={add}
        label="Add a testimonial"
        isFull={fields.length >= MOST_TESTIMONIALS}
        onClick={() => append({ words: '', from: '', example: false })}
      />
    </SectionCard>
  );
}

export function RetentionSection({ changes }: SectionProps) {
  return (
    <SectionCard
      section="retention"
      note="What is older is removed for good within the hour, and again every hour; Activity says how much. Empty keeps it for ever."
    >
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-3">
        <SettingNumber
          name="retention.auditMonths"
          label="Activity"
          unit="months"
          placeholder="for ever"
          note="Who did what, day by whole day."
          changes={changes}
        />
        <SettingNumber
          name="retention.pickupMonths"
          label="Pickup requests"
          unit="months"
          placeholder="for ever"
          note="Completed and cancelled ones."
          changes={changes}
        />
        <SettingNumber
          name="retention.signInMonths"
          label="Sign-ins of donors"
          unit="months"
          placeholder="for ever"
          note="When an ID last signed in, and claims nobody decided."
          changes={changes}
        />
      </div>
    </SectionCard>
  );
}

type RemoveButtonProps = { label: string; onClick: () => void; className?: string | undefined };

function RemoveButton({ label, onClick, className = 'mt-1.5' }: RemoveButtonProps) {
  return (
    <IconButton
      icon={X}
      label={label}
      kind="quiet"
      size="console"
      onClick={onClick}
      className={`shrink-0 max-md:size-11 ${className}`}
    />
  );
}

type AddButtonProps = {
  ref: React.Ref<HTMLButtonElement>;
  label: string;
  isFull: boolean;
  onClick: () => void;
};

function AddButton({ ref, label, isFull, onClick }: AddButtonProps) {
  return (
    <Button
      ref={ref}
      kind="ghost"
      size="console"
      icon={Plus}
      onClick={onClick}
      disabledReason={isFull ? 'There is room for no more.' : undefined}
      className="mt-1.5 -ms-3 w-fit max-md:min-h-11"
    >
      {label}
    </Button>
  );
}
