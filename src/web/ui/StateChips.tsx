import { classNames } from './classNames.ts';

interface Chip<State extends string> {
  /** Blank for all of them. */
  state: State;
  words: string;
  /** How many are in it; none is left unsaid. */
  count?: number | undefined;
  /** Clay: somebody should look. */
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
              {count.toLocaleString('en-CA')}
            </span>
          )}
        </button>
      ))}
    </div>
  );
}
