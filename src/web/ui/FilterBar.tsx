import { Search } from 'lucide-react';
import { startTransition, useId, useOptimistic, type ReactNode } from 'react';
import { lengths } from '#shared/lengths.ts';
import { formatCount } from '#words/formats.ts';
import { classNames } from './classNames.ts';
import { TextInput } from './Field.tsx';
import { FieldContext } from './fieldContext.ts';

type FilterBarProps = {
  /** What is filtered, for screen readers: "Donations". */
  label: string;
  className?: string | undefined;
  /** `Filter` and `SearchBox` elements, then buttons. */
  children: ReactNode;
};

/** The filters in a list's toolbar, after its title. They take the full width on a phone, or with `className="w-full"`. */
export function FilterBar({ label, className, children }: FilterBarProps) {
  return (
    <form
      role="search"
      aria-label={label}
      // Filters apply at each change, so Enter must not submit the form.
      onSubmit={(event) => event.preventDefault()}
      className={classNames(
        'flex min-w-0 flex-wrap items-end gap-x-2.5 gap-y-2.5 max-sm:w-full sm:ms-auto',
        className,
      )}
    >
      {children}
    </form>
  );
}

type FilterProps = {
  label: string;
  /** Whether only screen readers get the label, because the control explains itself. */
  labelHidden?: boolean | undefined;
  /** Classes of the filter, such as its width. */
  className?: string | undefined;
  /** One control from `Field.tsx`. */
  children: ReactNode;
};

/** One filter with its label. On a phone two filters share a row. */
export function Filter({ label, labelHidden = false, className = 'sm:w-40', children }: FilterProps) {
  const controlId = useId();
  return (
    <div className={classNames('min-w-0 max-sm:flex-[1_1_7.5rem]', className)}>
      <label
        htmlFor={controlId}
        className={labelHidden ? 'sr-only' : 'mb-1 block text-[0.8125rem] font-[650] text-muted'}
      >
        {label}
      </label>
      <FieldContext value={{ controlId, describedBy: undefined, invalid: false, size: 'console' }}>
        {children}
      </FieldContext>
    </div>
  );
}

type SearchBoxProps = Omit<FilterProps, 'children'> & {
  value: string;
  onChange: (text: string) => void;
  /** What may be typed: "Name, email, phone or ID". */
  placeholder?: string | undefined;
};

/** The field for the text that a list is searched for. */
export function SearchBox({
  value,
  onChange,
  placeholder,
  labelHidden = true,
  className = 'max-sm:basis-full! sm:w-64',
  ...rest
}: SearchBoxProps) {
  const [shownText, setShownText] = useOptimistic(value);

  // The field shows a letter at once. The list follows with low priority, so that it never delays the next letter.
  function handleChange(text: string) {
    startTransition(() => {
      setShownText(text);
      onChange(text);
    });
  }

  return (
    <Filter {...rest} labelHidden={labelHidden} className={className}>
      <span className="relative block">
        <Search
          size={18}
          aria-hidden="true"
          className="pointer-events-none absolute start-3 top-1/2 z-1 -translate-y-1/2 text-muted"
        />
        <TextInput
          type="search"
          value={shownText}
          maxLength={lengths.search}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => handleChange(event.currentTarget.value)}
          className="ps-9.5!"
        />
      </span>
    </Filter>
  );
}

interface Chip<State extends string> {
  /** Empty for the chip that shows all states. */
  state: State;
  label: string;
  /** How many rows have this state. Zero is not shown. */
  count?: number | undefined;
  /** Whether the count needs attention, and so is red. */
  isAlert?: boolean | undefined;
}

interface StateChipsProps<State extends string> {
  chips: readonly Chip<State>[];
  chosen: State;
  onChoose: (state: State) => void;
}

/** A row of buttons, one of them pressed, that filter a list by state. */
export function StateChips<State extends string>({ chips, chosen, onChoose }: StateChipsProps<State>) {
  return (
    <div role="group" aria-label="State" className="flex flex-wrap gap-1.5">
      {chips.map(({ state, label, count = 0, isAlert = false }) => (
        <button
          key={state}
          type="button"
          aria-pressed={state === chosen}
          onClick={() => onChoose(state)}
          className={classNames(
            'flex min-h-9 cursor-pointer items-center gap-1.5 rounded-full border-[1.5px] px-3 text-[0.90625rem] font-[650] max-md:min-h-11',
            state === chosen ? 'border-spruce bg-spruce-tint text-spruce' : 'border-edge hover:bg-sunk',
          )}
        >
          {label}
          {count > 0 && (
            <span
              className={classNames(
                'min-w-5.5 rounded-full px-1.5 text-center text-[0.8125rem] leading-5.5 tabular',
                isAlert ? 'bg-clay text-on-clay' : 'bg-sunk text-muted',
              )}
            >
              {formatCount(count)}
            </span>
          )}
        </button>
      ))}
    </div>
  );
}
