import { Calendar, Check, ChevronDown, CircleAlert, Minus } from 'lucide-react';
import { use, useId, type ComponentProps, type ReactNode, type Ref } from 'react';
import { classNames } from './classNames.ts';
import {
  FieldContext,
  FieldSizeContext,
  useControlSize,
  useFieldAttributes,
  type FieldSize,
} from './fieldContext.ts';

type FieldProps = {
  label: ReactNode;
  /** Follows the label in grey, such as "optional". */
  labelNote?: ReactNode;
  hint?: ReactNode;
  error?: string | null | undefined;
  size?: FieldSize | undefined;
  /** Whether the control stands before its label, as a checkbox does. */
  inline?: boolean | undefined;
  className?: string | undefined;
  /** One control from this file. */
  children: ReactNode;
};

const labelSizes: Record<FieldSize, string> = {
  page: 'text-base',
  console: 'text-[0.90625rem]',
  till: 'text-[1.09375rem]',
};

const noteSizes: Record<FieldSize, string> = {
  page: 'text-[0.9375rem]',
  console: 'text-[0.875rem]',
  till: 'text-[0.9375rem]',
};

/** A control with its label, hint and error, tied together for screen readers. */
export function Field({
  label,
  labelNote,
  hint,
  error,
  size: ownSize,
  inline = false,
  className,
  children,
}: FieldProps) {
  const controlId = useId();
  const inheritedSize = use(FieldSizeContext);
  const size = ownSize ?? inheritedSize;
  const hintId = `${controlId}-hint`;
  const errorId = `${controlId}-error`;
  const describedBy = [hint !== undefined && hintId, error && errorId].filter(Boolean).join(' ') || undefined;

  const labelElement = (
    <label
      htmlFor={controlId}
      className={classNames(
        'leading-[1.35] text-ink',
        inline ? 'font-medium' : 'block font-[650]',
        labelSizes[size],
      )}
    >
      {label}
      {labelNote !== undefined && <span className="font-normal text-muted"> {labelNote}</span>}
    </label>
  );
  const notes = (
    <>
      {hint !== undefined && (
        <p id={hintId} className={classNames('mt-1.5 leading-[1.45] text-muted', noteSizes[size])}>
          {hint}
        </p>
      )}
      {/* The region is always in the page, because a live region that appears together with its text is not read out. */}
      <div aria-live="polite">
        {error && (
          <p
            id={errorId}
            className={classNames(
              'mt-1.5 flex gap-2 font-semibold leading-[1.4] text-clay-deep',
              noteSizes[size],
            )}
          >
            <CircleAlert size={18} className="mt-px shrink-0" />
            {error}
          </p>
        )}
      </div>
    </>
  );

  return (
    <FieldContext value={{ controlId, describedBy, invalid: Boolean(error), size }}>
      {inline ? (
        <div className={classNames('flex gap-3', className)}>
          {children}
          <div className="min-w-0">
            {labelElement}
            {notes}
          </div>
        </div>
      ) : (
        <div className={classNames('min-w-0', className)}>
          {labelElement}
          <div className={size === 'console' ? 'mt-1.5' : 'mt-2'}>{children}</div>
          {notes}
        </div>
      )}
    </FieldContext>
  );
}

type ControlSize = FieldSize | 'code';

const controlBase =
  'block w-full min-w-0 appearance-none border-edge bg-raised text-ink placeholder:opacity-100 focus-visible:outline-[3px] focus-visible:outline-offset-1 focus-visible:outline-spruce aria-[invalid=true]:border-2 aria-[invalid=true]:border-clay aria-[invalid=true]:bg-clay-tint disabled:opacity-100 not-data-waiting:disabled:cursor-not-allowed not-data-waiting:disabled:border-line not-data-waiting:disabled:bg-sunk not-data-waiting:disabled:text-muted';

// A phone zooms into fields with text under 16 px. The console's 14.5 px are only for wide windows with a mouse.
const controlSizes: Record<ControlSize, string> = {
  page: 'min-h-[50px] border-[1.5px] rounded-control px-3.5 text-[1.0625rem] placeholder:text-muted',
  console:
    'min-h-9 border-[1.5px] rounded-console px-[11px] text-[0.90625rem] placeholder:text-muted max-md:min-h-11 max-md:text-base pointer-coarse:text-base',
  till: 'min-h-[60px] border-[1.5px] rounded-control px-4 text-[1.25rem] placeholder:text-muted [&[type=password]]:tracking-[.3em]',
  code: 't-code-input min-h-[78px] rounded-control border-2 px-2 text-center uppercase placeholder:text-edge',
};

type TextInputProps = Omit<ComponentProps<'input'>, 'size'> & { size?: ControlSize | undefined };

export function TextInput({ size: ownSize, className, type = 'text', ...rest }: TextInputProps) {
  const attributes = useFieldAttributes(rest);
  const size = useControlSize(ownSize);
  return (
    <input
      {...rest}
      {...attributes}
      type={type}
      className={classNames(controlBase, controlSizes[size], className)}
    />
  );
}

type SelectInputProps = Omit<ComponentProps<'select'>, 'size'> & { size?: FieldSize | undefined };

export function SelectInput({ size: ownSize, className, children, ...rest }: SelectInputProps) {
  const attributes = useFieldAttributes(rest);
  const size = useControlSize(ownSize);
  return (
    <span className={classNames('relative block', className)}>
      <select
        {...rest}
        {...attributes}
        className={classNames(controlBase, controlSizes[size], 'cursor-pointer truncate pe-10')}
      >
        {children}
      </select>
      <ChevronDown
        size={20}
        className="pointer-events-none absolute end-3 top-1/2 -translate-y-1/2 text-muted"
      />
    </span>
  );
}

type DateInputProps = Omit<ComponentProps<'input'>, 'size' | 'type'> & {
  size?: FieldSize | undefined;
  type?: 'date' | 'datetime-local' | undefined;
};

// If the browser's picker button can be styled, it lies invisible over our icon. Other browsers show their own button.
const datePicker =
  '[&::-webkit-date-and-time-value]:text-start [&::-webkit-calendar-picker-indicator]:absolute [&::-webkit-calendar-picker-indicator]:inset-y-0 [&::-webkit-calendar-picker-indicator]:end-0 [&::-webkit-calendar-picker-indicator]:h-full [&::-webkit-calendar-picker-indicator]:w-11 [&::-webkit-calendar-picker-indicator]:cursor-pointer [&::-webkit-calendar-picker-indicator]:p-0 [&::-webkit-calendar-picker-indicator]:opacity-0';

export function DateInput({ size: ownSize, className, type = 'date', ...rest }: DateInputProps) {
  const attributes = useFieldAttributes(rest);
  const size = useControlSize(ownSize);
  return (
    <span className={classNames('relative block', className)}>
      <input
        {...rest}
        {...attributes}
        type={type}
        className={classNames(controlBase, controlSizes[size], datePicker, 'tabular')}
      />
      <Calendar
        size={20}
        className="pointer-events-none absolute end-3 top-1/2 hidden -translate-y-1/2 text-muted supports-[selector(::-webkit-calendar-picker-indicator)]:block"
      />
    </span>
  );
}

type TextAreaProps = ComponentProps<'textarea'> & { size?: FieldSize | undefined };

export function TextArea({ size: ownSize, className, rows = 4, ...rest }: TextAreaProps) {
  const attributes = useFieldAttributes(rest);
  const size = useControlSize(ownSize);
  return (
    <textarea
      {...rest}
      {...attributes}
      rows={rows}
      className={classNames(
        controlBase,
        controlSizes[size],
        'resize-y leading-[1.5]',
        size === 'console' ? 'py-1.5' : 'py-3',
        className,
      )}
    />
  );
}

type CheckboxProps = Omit<ComponentProps<'input'>, 'size' | 'type'> & {
  size?: 'page' | 'console' | undefined;
  /** `wheat` is for the console's spruce bar. */
  tone?: 'spruce' | 'wheat' | undefined;
  /** Whether some, but not all, of its items are ticked. */
  indeterminate?: boolean | undefined;
};

const checkboxTones = {
  spruce:
    'border-edge bg-raised text-on-spruce peer-checked:border-spruce peer-checked:bg-spruce peer-indeterminate:border-spruce peer-indeterminate:bg-spruce',
  wheat:
    'border-panel-muted text-on-wheat peer-checked:border-wheat peer-checked:bg-wheat peer-focus-visible:outline-panel-ink peer-indeterminate:border-wheat peer-indeterminate:bg-wheat',
};

/** A native checkbox, invisible and larger than it looks, over a drawn one. */
export function Checkbox({
  size: ownSize,
  tone = 'spruce',
  indeterminate = false,
  className,
  ref,
  ...rest
}: CheckboxProps) {
  const attributes = useFieldAttributes(rest);
  const isSmall = useControlSize(ownSize) === 'console';
  const Tick = indeterminate ? Minus : Check;

  // A new function at each render, so that React calls it each time.
  function setInput(input: HTMLInputElement | null) {
    if (input) input.indeterminate = indeterminate;
    assignRef(ref, input);
  }

  return (
    <span className={classNames('relative grid size-6 shrink-0 place-items-center', className)}>
      <input
        {...rest}
        {...attributes}
        ref={setInput}
        type="checkbox"
        className={classNames(
          'peer absolute z-1 cursor-pointer opacity-0 not-data-waiting:disabled:cursor-not-allowed',
          isSmall ? 'inset-0 size-6' : '-inset-2.5 size-11',
        )}
      />
      <span
        className={classNames(
          'grid place-items-center border-[1.5px] [&>*]:invisible peer-checked:[&>*]:visible peer-indeterminate:[&>*]:visible peer-focus-visible:outline-[3px] peer-focus-visible:outline-offset-2 peer-focus-visible:outline-ink peer-aria-[invalid=true]:border-2 peer-aria-[invalid=true]:border-clay peer-aria-[invalid=true]:bg-clay-tint peer-[:disabled:not([data-waiting])]:border-line peer-[:disabled:not([data-waiting])]:bg-sunk peer-[:disabled:not([data-waiting])]:text-muted',
          isSmall ? 'size-[18px] rounded-[5px]' : 'size-6 rounded-shelf',
          checkboxTones[tone],
        )}
      >
        <Tick size={isSmall ? 13 : 17} strokeWidth={3} />
      </span>
    </span>
  );
}

function assignRef<Value>(ref: Ref<Value> | undefined, value: Value | null) {
  if (typeof ref === 'function') ref(value);
  else if (ref) ref.current = value;
}
