import { StatusPill } from '#web/ui/Pill.tsx';
import { Checkbox, Field } from '#web/ui/Field.tsx';
import { FieldSizeContext } from '#web/ui/fieldContext.ts';
import type { DropBin } from './contract.ts';
import { type Paper, papers } from './paper.ts';

type PrintChoicesProps = {
  bins: readonly DropBin[];
  /** How many bins there are, where not all could be loaded. */
  total: number;
  chosen: ReadonlySet<number>;
  onChoose: (ids: readonly number[]) => void;
  paper: Paper;
  onPaper: (paper: Paper) => void;
};

const legend = 'mb-2 text-base font-[650]';

/** Which bins, on which paper. */
export function PrintChoices({ bins, total, chosen, onChoose, paper, onPaper }: PrintChoicesProps) {
  const chosenHere = bins.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
  const all = chosenHere.length === bins.length;

  function toggle(id: number) {
    onChoose(chosen.has(id) ? chosenHere.filter((other) => other !== id) : [...chosenHere, id]);
  }

  return (
    <FieldSizeContext value="page">
      <div className="mt-6 grid gap-x-10 gap-y-6 md:grid-cols-[1fr_auto]">
        <fieldset className="min-w-0">
          <legend className={legend}>Bins</legend>
          <Field inline label="All bins" className="min-h-11 items-center">
            <Checkbox
              checked={all}
              indeterminate={!all && chosenHere.length > 0}
              onChange={() => onChoose(all ? [] : bins.map(({ id }) => id))}
            />
          </Field>
          <ul className="grid gap-x-8 border-t-[1.5px] border-line pt-1 sm:grid-cols-2 lg:grid-cols-3">
            {bins.map((bin) => (
              <li key={bin.id}>
                <Field
                  inline
                  className="min-h-11 items-center py-1.5"
                  label={
                    <span className="inline-flex flex-wrap items-center gap-x-2.5 gap-y-1">
                      <span className="min-w-0 wrap-anywhere">{bin.name}</span>
                      {!bin.isActive && <StatusPill status="inactive" size="small" />}
                    </span>
                  }
                >
                  <Checkbox checked={chosen.has(bin.id)} onChange={() => toggle(bin.id)} />
                </Field>
              </li>
            ))}
          </ul>
          {total > bins.length && (
            <p className="mt-2 text-muted">{`Only the first ${bins.length} of ${total} bins are here.`}</p>
          )}
        </fieldset>
        <fieldset>
          <legend className={legend}>Paper</legend>
          {(Object.keys(papers) as Paper[]).map((choice) => (
            <label
              key={choice}
              className="flex min-h-11 cursor-pointer items-center gap-3 text-base font-medium"
            >
              <input
                type="radio"
                name="paper"
                checked={choice === paper}
                onChange={() => onPaper(choice)}
                className="size-6 cursor-pointer accent-spruce"
              />
              {papers[choice]}
            </label>
          ))}
        </fieldset>
      </div>
    </FieldSizeContext>
  );
}
