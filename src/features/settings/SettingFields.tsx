import { CircleAlert, TriangleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { get, useFormState } from 'react-hook-form';
import { useBoundField, TextField } from '#web/form/fields.tsx';
import { useFormMethods } from '#web/form/formContext.ts';
import { Field, TextInput } from '#web/ui/Field.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import type { SettingChange, SettingPath } from './settingChanges.ts';
import type { SettingsInput, SettingsOutput } from './settingsForm.ts';

/** What is not saved yet, by its place in the form. */
export type Changes = ReadonlyMap<SettingPath, SettingChange>;

/** What a field says below itself: what it was, and what else there is to know. */
export function noteOf(change: SettingChange | undefined, note?: ReactNode): ReactNode | undefined {
  if (!change) return note;
  return (
    <>
      <span className="block font-[650] text-wheat-deep">
        {change.words ? `Was ${change.words.from}${change.words.unit}` : 'Changed, not saved yet'}
      </span>
      {note}
    </>
  );
}

export function PlaceholderPill() {
  return (
    // Its line stays as high as one without.
    <span className="-my-1 ms-1 inline-block align-middle leading-none">
      <Pill tone="wheat" icon={TriangleAlert} size="small">
        Placeholder
      </Pill>
    </span>
  );
}

type SettingTextProps = Omit<
  ComponentProps<typeof TextField<SettingsInput, SettingsOutput>>,
  'name' | 'hint' | 'mark'
> & {
  name: SettingPath;
  changes: Changes;
  note?: ReactNode;
  isPlaceholder?: boolean | undefined;
};

/** A line of text. */
export function SettingText({ changes, note, isPlaceholder = false, ...rest }: SettingTextProps) {
  return (
    <TextField<SettingsInput, SettingsOutput>
      {...rest}
      mark={isPlaceholder ? <PlaceholderPill /> : undefined}
      hint={noteOf(changes.get(rest.name), note)}
    />
  );
}

type SettingNumberProps = {
  name: SettingPath;
  label: string;
  /** Its unit or its bounds, inside the field. */
  unit: string;
  changes: Changes;
  note?: ReactNode;
  /** What nothing means, where a field may be empty. */
  placeholder?: string | undefined;
};

/** A number with its unit. */
export function SettingNumber({ name, label, unit, changes, note, placeholder }: SettingNumberProps) {
  const { registration, field } = useBoundField<SettingsInput, SettingsOutput>({
    name,
    label,
    hint: noteOf(changes.get(name), note),
  });
  return (
    <Field {...field}>
      <InputWithUnit unit={unit}>
        {(describedBy) => (
          <TextInput
            {...registration}
            inputMode="decimal"
            autoComplete="off"
            placeholder={placeholder}
            aria-describedby={describedBy}
            className={unit.length > 4 ? 'pe-24' : 'pe-12'}
          />
        )}
      </InputWithUnit>
    </Field>
  );
}

function InputWithUnit({ unit, children }: { unit: string; children: (describedBy: string) => ReactNode }) {
  const id = useId();
  return (
    <span className="relative block">
      {children(id)}
      <span
        id={id}
        className="pointer-events-none absolute inset-y-0 end-3 flex items-center text-[0.90625rem] text-muted"
      >
        {unit}
      </span>
    </span>
  );
}

const ordinals = ['First', 'Second', 'Third'];

/** Three rising counts, which stand in one line and share their note. */
export function MilestonesField({ changes }: { changes: Changes }) {
  const { control } = useFormMethods<SettingsInput, SettingsOutput>();
  const { errors } = useFormState({ control, name: 'milestones' });
  const noteId = useId();
  const errorId = useId();
  const wrong = ordinals.map((_, index): unknown => get(errors, `milestones.${index}.message`));
  const error = wrong.find((message) => typeof message === 'string');
  return (
    <fieldset className="min-w-0">
      <legend className="text-[0.90625rem] leading-[1.35] font-[650] text-ink">
        Milestones <span className="font-normal text-muted">donations, rising</span>
      </legend>
      <div className="mt-1.5 grid grid-cols-3 gap-2">
        {ordinals.map((ordinal, index) => (
          <TextInput
            key={ordinal}
            {...control.register(`milestones.${index}`)}
            inputMode="numeric"
            autoComplete="off"
            aria-label={`${ordinal} milestone`}
            aria-invalid={typeof wrong[index] === 'string' || undefined}
            aria-describedby={`${noteId} ${errorId}`}
          />
        ))}
      </div>
      <p id={noteId} className="mt-1.5 text-[0.875rem] leading-[1.45] text-muted">
        {noteOf(changes.get('milestones'), 'Badges that donors have stay theirs.')}
      </p>
      <div aria-live="polite" id={errorId}>
        {error !== undefined && (
          <p className="mt-1.5 flex gap-2 text-[0.875rem] leading-[1.4] font-semibold text-clay-deep">
            <CircleAlert size={18} className="mt-px shrink-0" />
            {error}
          </p>
        )}
      </div>
    </fieldset>
  );
}
