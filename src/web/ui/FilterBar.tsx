import { Search } from 'lucide-react';
import { startTransition, useId, useOptimistic, type ReactNode } from 'react';
import { lengths } from '#shared/lengths.ts';
import { formatCount } from '#words/formats.ts';
import { classNames } from './classNames.ts';
import { TextInput } from './Field.tsx';
import { FieldContext } from './fieldContext.ts';

type FilterBarProps = {
  /** What is searched, to screen readers: "Donations". */
  label: string;
  className?: string | undefined;
  /** `Filter` and `SearchBox`, and buttons after them. */
  children: ReactNode;
};

/**
 * The row of filters above a list. It stands in a card's toolbar, at the end beside the title, or on a row of
 * its own with `className="w-full"`; on a phone it takes the whole width.
 */
export function FilterBar({ label, className, children }: FilterBarProps) {
  return (
    <form
      role="search"
      aria-label={label}
      // Filters act as they change; Enter has nothing left to send.
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
  /** Only screen readers get the label: the control's own words explain it. */
  labelHidden?: boolean | undefined;
  /** Classes of the filter, such as its width. */
  className?: string | undefined;
  /** One control of Field.tsx. */
  children: ReactNode;
};

/** One filter with its label. Two share a row on a phone. */
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

/** The text that a list is searched for. */
export function SearchBox({
  value,
  onChange,
  placeholder,
  labelHidden = true,
  className = 'max-sm:basis-full! sm:w-64',
  ...rest
}: SearchBoxProps) {
  const [shown, show] = useOptimistic(value);

  // The field shows a letter at once. The list follows with low priority, and never delays the next letter.
  function type(text: string) {
    startTransition(() => {
      show(text);
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
          value={shown}
          maxLength={lengths.search}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => type(event.currentTarget.value)}
          className="ps-9.5!"
        />
      </span>
    </Filter>
  );
}

interface Chip<State extends string> {
  /** Blank for the chip that shows all states. */
  state: State;
  words: string;
  /** How many rows are in this state. Zero is not shown. */
  count?: number | undefined;
  /** Whether the count is clay, because it needs attention. */
  isAlert?: boolean | undefined;
}

interface StateChipsProps<State extends string> {
  chips: readonly Chip<State>[];
  chosen: State;
  onChoose: (state: State) => void;
}

/** The states that a list is filtered by, side by side; one of them is chosen. */
export function StateChips<State extends string>({ chips, chosen, onChoose }: StateChipsProps<State>) {
  return (
    <div role="group" aria-label="State" className="flex flex-wrap gap-1.5">
      {chips.map(({ state, words, count = 0, isAlert = false }) => (
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
          {words}
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
