import { Plus, X } from 'lucide-react';
import { type ComponentProps, type ReactNode, useRef } from 'react';
import { type FieldArray, useFieldArray } from 'react-hook-form';
import { lengths } from '#shared/lengths.ts';
import { CheckboxField, DateField, SelectField, TextAreaField, TextField } from '#web/form/fields.tsx';
import { useFormMethods } from '#web/form/formContext.ts';
import { ReasonButton, IconButton } from '#web/ui/ReasonButton.tsx';
import { Card } from '#web/ui/Card.tsx';
import type { SettingsInput, SettingsOutput } from './settingsForm.ts';

/** The sections of the screen in their order. */
export const sectionTitles = {
  goal: 'Goal, milestones',
  rewards: 'Reward rules',
  logging: 'Logging',
  organization: 'Organisation',
  term: 'Term',
  testimonials: 'Testimonials',
  pickups: 'Pickups',
  networks: 'Shared networks',
  retention: 'How long we keep',
};

export function SettingsSections() {
  const { control } = useFormMethods<SettingsInput, SettingsOutput>();
  return (
    <>
      <Section
        id="goal"
        note="Each milestone is a number of donations, higher than the one before. Donors keep their badges. Pages show a change from their next load on."
      >
        <Setting name="monthlyGoal" label="Monthly goal" labelNote="kg" className="sm:max-w-[172px]" />
        <div className="grid gap-x-5 gap-y-4 sm:grid-cols-3">
          <Setting name="milestones.0" label="First milestone" />
          <Setting name="milestones.1" label="Second milestone" />
          <Setting name="milestones.2" label="Third milestone" />
        </div>
      </Section>

      <Section id="rewards" note="For codes issued from now on. Codes that are out keep their terms.">
        <div className="grid gap-x-5 gap-y-4 sm:grid-cols-[172px_172px]">
          <Setting name="usesPerCode" label="Uses of a code" labelNote="1 to 10" />
          <Setting name="daysValid" label="Days valid" labelNote="1 to 365" />
        </div>
      </Section>

      <Section
        id="logging"
        note="For what donors log themselves. At the intake table any number and any date up to today can be taken in."
      >
        <Setting
          name="donorId.hint"
          label="Hint under the donor ID"
          maxLength={lengths.donorIdHint}
          hint="Where donors find it, such as “The number on your student card”. Shown as typed in both languages."
        />
        <div className="grid gap-x-5 gap-y-4 sm:grid-cols-3">
          <Setting
            name="donorId.digits"
            label="Digits of a number"
            placeholder="any"
            hint="Spaces and hyphens are dropped. Another length is asked about once, not refused."
          />
          <Setting
            name="maxLoggedPerDay"
            label="Donations in a day"
            placeholder="any"
            hint="Under one donor ID. More are refused until midnight."
          />
          <Setting
            name="maxDaysBack"
            label="Days back"
            placeholder="any"
            hint="How old the date may be. 0 takes today only."
          />
        </div>
      </Section>

      <Section id="organization" note="On every page from its next load on.">
        <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
          <Setting name="organization.name" label="Name" maxLength={lengths.organizationName} />
          <Setting name="organization.email" label="Email" type="email" maxLength={lengths.email} />
        </div>
        <TextAreaField
          control={control}
          name="organization.addressLines"
          label="Address"
          hint="As on an envelope, line by line."
          rows={2}
        />
        <Setting
          name="organization.phone"
          label="Phone"
          type="tel"
          maxLength={lengths.phone}
          hint="Empty: pages show none."
          className="sm:w-[calc(50%-10px)]"
        />
        <fieldset className="min-w-0">
          <legend className="text-[0.90625rem] leading-[1.35] font-[650]">Hours</legend>
          <ListSetting
            name="organization.hours"
            itemName="line"
            limit={7}
            newEntry={{ days: '', time: '' }}
            className="mb-0.5 flex items-start gap-2"
          >
            {(index, removeButton) => (
              <>
                <Setting
                  name={`organization.hours.${index}.days`}
                  label={<ScreenReaderText>Days, line {index + 1}</ScreenReaderText>}
                  maxLength={lengths.hours}
                  placeholder="Mon-Fri"
                  className="flex-1"
                />
                <Setting
                  name={`organization.hours.${index}.time`}
                  label={<ScreenReaderText>Time, line {index + 1}</ScreenReaderText>}
                  maxLength={lengths.hours}
                  placeholder="9AM-6PM"
                  className="flex-1"
                />
                <div className="mt-1.5">{removeButton}</div>
              </>
            )}
          </ListSetting>
        </fieldset>
        <CheckboxField
          control={control}
          name="isRegisteredNonprofit"
          label="We are a registered nonprofit"
          hint="Pages say so only while this is ticked. Otherwise they say nonprofit, without “registered”."
        />
      </Section>

      <Section id="term">
        <Setting
          name="term"
          label="Current term"
          maxLength={lengths.term}
          hint="Noted with every code issued from now on. Codes that are out keep theirs."
          className="max-w-[364px]"
        />
      </Section>

      <Section
        id="testimonials"
        note="On the landing page, in this order. Examples are marked there as such."
      >
        <ListSetting
          name="organization.testimonials"
          itemName="testimonial"
          limit={6}
          newEntry={{ words: '', from: '', example: false }}
          className="mb-5 grid gap-2.5 border-s-3 border-line ps-4"
        >
          {(index, removeButton) => (
            <>
              <TextAreaField
                control={control}
                name={`organization.testimonials.${index}.words`}
                label="What was said"
                labelNote={<ScreenReaderText>testimonial {index + 1}</ScreenReaderText>}
                maxLength={lengths.testimonial}
                rows={2}
              />
              <div className="flex items-start gap-2">
                <Setting
                  name={`organization.testimonials.${index}.from`}
                  label="Who said it"
                  labelNote={<ScreenReaderText>testimonial {index + 1}</ScreenReaderText>}
                  maxLength={lengths.name}
                  className="flex-1"
                />
                <div className="mt-[26px]">{removeButton}</div>
              </div>
              <CheckboxField
                control={control}
                name={`organization.testimonials.${index}.example`}
                label="An example: nobody said it"
                labelNote={<ScreenReaderText>testimonial {index + 1}</ScreenReaderText>}
              />
            </>
          )}
        </ListSetting>
      </Section>

      <Section
        id="pickups"
        note="People choose one of these times when they ask for a pickup, up to four weeks ahead. Without any they write when it suits them. Pickups that were asked for stay."
      >
        <fieldset className="min-w-0">
          <legend className="mb-1.5 text-[0.90625rem] leading-[1.35] font-[650]">Times in each week</legend>
          <ListSetting
            name="pickupWindows"
            itemName="time"
            limit={50}
            newEntry={{ weekday: '2', from: '16:00', to: '18:00', capacity: '3' }}
            className="mb-3 flex flex-wrap items-start gap-2 lg:flex-nowrap"
          >
            {(index, removeButton) => (
              <>
                <SelectField
                  control={control}
                  name={`pickupWindows.${index}.weekday`}
                  label="Day"
                  labelNote={<ScreenReaderText>(time {index + 1})</ScreenReaderText>}
                  options={weekdays}
                  className="min-w-30 flex-1"
                />
                {(['from', 'to'] as const).map((bound) => (
                  <Setting
                    key={bound}
                    name={`pickupWindows.${index}.${bound}`}
                    label={bound === 'from' ? 'From' : 'To'}
                    labelNote={<ScreenReaderText>(time {index + 1})</ScreenReaderText>}
                    type="time"
                    className="min-w-28 flex-1 lg:min-w-0"
                  />
                ))}
                <Setting
                  name={`pickupWindows.${index}.capacity`}
                  label="Places"
                  labelNote={<ScreenReaderText>(time {index + 1})</ScreenReaderText>}
                  className="w-16 shrink-0"
                />
                <div className="mt-[26px]">{removeButton}</div>
              </>
            )}
          </ListSetting>
        </fieldset>
        <fieldset className="min-w-0">
          <legend className="mb-1.5 text-[0.90625rem] leading-[1.35] font-[650]">Closed days</legend>
          <ListSetting
            name="pickupClosed"
            itemName="closed day"
            limit={200}
            newEntry={{ day: '' }}
            className="mb-1.5 flex items-start gap-2"
          >
            {(index, removeButton) => (
              <>
                <DateField
                  control={control}
                  name={`pickupClosed.${index}.day`}
                  label={<ScreenReaderText>Closed day {index + 1}</ScreenReaderText>}
                  className="w-44"
                />
                <div className="mt-1.5">{removeButton}</div>
              </>
            )}
          </ListSetting>
        </fieldset>
      </Section>

      <Section
        id="networks"
        note="A school or library may have one address for everybody. “Times” multiplies the limits per address there, except the one for wrong PINs."
      >
        <ListSetting
          name="networks"
          itemName="network"
          limit={20}
          newEntry={{ network: '', factor: '10' }}
          className="mb-2 flex items-start gap-2"
        >
          {(index, removeButton) => (
            <>
              <Setting
                name={`networks.${index}.network`}
                label="Address or network"
                labelNote={<ScreenReaderText>, network {index + 1}</ScreenReaderText>}
                placeholder="203.0.113.0/24"
                className="flex-1"
              />
              <Setting
                name={`networks.${index}.factor`}
                label="Times"
                labelNote={<ScreenReaderText>as many, network {index + 1}</ScreenReaderText>}
                className="w-20"
              />
              <div className="mt-[26px]">{removeButton}</div>
            </>
          )}
        </ListSetting>
      </Section>

      <Section
        id="retention"
        note="In months. Every hour, what is older is removed for good; Activity says how much. An empty field keeps it for ever."
      >
        <div className="grid gap-x-5 gap-y-4 sm:grid-cols-3">
          {retentionFields.map(([kind, label, hint]) => (
            <Setting key={kind} name={`retention.${kind}`} label={label} placeholder="for ever" hint={hint} />
          ))}
        </div>
      </Section>
    </>
  );
}

const retentionFields = [
  ['auditMonths', 'Activity', 'Who did what, day by whole day.'],
  ['pickupMonths', 'Pickup requests', 'Completed and cancelled ones.'],
  ['signInMonths', 'Sign-ins of donors', 'When an ID last signed in, and details that nobody checked.'],
] as const;

type SectionProps = {
  id: keyof typeof sectionTitles;
  /** The effect of a change here, and when it begins. */
  note?: string;
  children: ReactNode;
};

function Section({ id, note, children }: SectionProps) {
  const titleId = `settings-${id}-title`;
  return (
    <Card as="section" console id={`settings-${id}`} aria-labelledby={titleId} className="scroll-mt-4 px-5!">
      <h2 id={titleId} className="t-4">
        {sectionTitles[id]}
      </h2>
      <div className="mt-2.5 grid gap-4">{children}</div>
      {note && (
        <p className="mt-3 border-t-[1.5px] border-line pt-2.5 text-[0.875rem] leading-[1.4] text-muted">
          {note}
        </p>
      )}
    </Card>
  );
}

function Setting(props: ComponentProps<typeof TextField<SettingsInput, SettingsOutput>>) {
  return <TextField<SettingsInput, SettingsOutput> autoComplete="off" {...props} />;
}

/** A text that tells entries of a list apart, for screen readers only. */
function ScreenReaderText({ children }: { children: ReactNode }) {
  return <span className="sr-only">{children}</span>;
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'].map(
  (label, day) => ({ value: String(day), label }),
);

type ListName =
  | 'organization.hours'
  | 'organization.testimonials'
  | 'networks'
  | 'pickupWindows'
  | 'pickupClosed';

type ListSettingProps<Name extends ListName> = {
  name: Name;
  /** What the buttons call one entry. */
  itemName: string;
  /** The most entries that the contract accepts. */
  limit: number;
  /** The values of an added entry. */
  newEntry: FieldArray<SettingsInput, Name>;
  /** The classes of each entry. */
  className: string;
  children: (index: number, removeButton: ReactNode) => ReactNode;
};

/** A list of the settings that grows and shrinks. */
function ListSetting<Name extends ListName>({
  name,
  itemName,
  limit,
  newEntry,
  className,
  children,
}: ListSettingProps<Name>) {
  const { control } = useFormMethods<SettingsInput, SettingsOutput>();
  const { fields, append, remove } = useFieldArray({ control, name });
  const addButton = useRef<HTMLButtonElement>(null);
  return (
    <div>
      <ul>
        {fields.map(({ id }, index) => (
          <li key={id} className={className}>
            {children(
              index,
              <IconButton
                icon={X}
                label={`Remove ${itemName} ${index + 1}`}
                kind="quiet"
                size="console"
                onClick={() => {
                  remove(index);
                  addButton.current?.focus();
                }}
                className="shrink-0 max-md:size-11"
              />,
            )}
          </li>
        ))}
      </ul>
      <ReasonButton
        ref={addButton}
        kind="ghost"
        size="console"
        icon={Plus}
        onClick={() => append(newEntry)}
        disabledReason={fields.length >= limit ? 'There is room for no more.' : undefined}
        className="mt-1.5 -ms-3 w-fit max-md:min-h-11"
      >
        Add a {itemName}
      </ReasonButton>
    </div>
  );
}
