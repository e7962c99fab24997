import type { ComponentProps, ReactNode } from 'react';
import { get, useFormState, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { Checkbox, DateInput, Field, SelectInput, TextArea, TextInput } from '#web/ui/Field.tsx';
import type { FieldSize } from '#web/ui/fieldContext.ts';
import { useFormMethods } from './formContext.ts';
import { rewriteTyped } from './rewriteTyped.ts';

type BoundProps<Values extends FieldValues, Output> = {
  name: FieldPath<Values>;
  /** `form.control`, so that TypeScript checks `name`. Without it the field finds its `Form` by context. */
  control?: Control<Values, unknown, Output> | undefined;
  label: ReactNode;
  labelNote?: ReactNode;
  hint?: ReactNode;
  size?: FieldSize | undefined;
  className?: string | undefined;
};

/** The props of a control that the field does not set itself. */
type ControlProps<Props> = Omit<
  Props,
  keyof BoundProps<FieldValues, unknown> | 'onChange' | 'onBlur' | 'ref' | 'id' | 'defaultValue' | 'value'
>;

/** Ties a control to its form and its error. `rest` has the props for the control itself. */
export function useBoundField<Values extends FieldValues, Output, Own extends object = object>(
  props: BoundProps<Values, Output> & Own,
) {
  const { name, control: ownControl, label, labelNote, hint, size, className, ...rest } = props;
  const form = useFormMethods<Values, Output>();
  const control = ownControl ?? form.control;
  const { errors } = useFormState({ control, name });
  const message: unknown = get(errors, `${name}.message`);
  const error = typeof message === 'string' ? message : null;
  return {
    registration: control.register(name),
    field: { label, labelNote, hint, size, className, error },
    rest,
  };
}

type TextFieldProps<Values extends FieldValues, Output> = BoundProps<Values, Output> &
  ControlProps<ComponentProps<typeof TextInput>> & {
    /** Rewrites the text while it is typed, for instance to upper case. */
    transform?: ((text: string) => string) | undefined;
  };

export function TextField<Values extends FieldValues, Output = Values>({
  transform,
  ...props
}: TextFieldProps<Values, Output>) {
  const { registration, field, rest } = useBoundField(props);
  const handlers = transform && rewriteTyped(transform, registration.onChange);
  return (
    <Field {...field}>
      <TextInput {...rest} {...registration} {...handlers} />
    </Field>
  );
}

type SelectFieldProps<Values extends FieldValues, Output> = BoundProps<Values, Output> &
  ControlProps<ComponentProps<typeof SelectInput>> & {
    options: readonly { value: string; label: string }[];
    /** The entry for "nothing chosen yet", with an empty value. */
    emptyLabel?: string | undefined;
  };

export function SelectField<Values extends FieldValues, Output = Values>({
  options,
  emptyLabel,
  ...props
}: SelectFieldProps<Values, Output>) {
  const { registration, field, rest } = useBoundField(props);
  return (
    <Field {...field}>
      <SelectInput {...rest} {...registration}>
        {emptyLabel !== undefined && <option value="">{emptyLabel}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </SelectInput>
    </Field>
  );
}

type DateFieldProps<Values extends FieldValues, Output> = BoundProps<Values, Output> &
  ControlProps<ComponentProps<typeof DateInput>>;

export function DateField<Values extends FieldValues, Output = Values>(
  props: DateFieldProps<Values, Output>,
) {
  const { registration, field, rest } = useBoundField(props);
  return (
    <Field {...field}>
      <DateInput {...rest} {...registration} />
    </Field>
  );
}

type TextAreaFieldProps<Values extends FieldValues, Output> = BoundProps<Values, Output> &
  ControlProps<ComponentProps<typeof TextArea>>;

export function TextAreaField<Values extends FieldValues, Output = Values>(
  props: TextAreaFieldProps<Values, Output>,
) {
  const { registration, field, rest } = useBoundField(props);
  return (
    <Field {...field}>
      <TextArea {...rest} {...registration} />
    </Field>
  );
}

type CheckboxFieldProps<Values extends FieldValues, Output> = BoundProps<Values, Output> &
  ControlProps<ComponentProps<typeof Checkbox>>;

export function CheckboxField<Values extends FieldValues, Output = Values>(
  props: CheckboxFieldProps<Values, Output>,
) {
  const { registration, field, rest } = useBoundField(props);
  return (
    <Field {...field} inline>
      <Checkbox {...rest} {...registration} />
    </Field>
  );
}
