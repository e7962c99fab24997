import { StatusPill } from '#web/ui/Pill.tsx';
import { type DeskEntry, entryWeight } from './deskWords.ts';

/** What was done before the last one in this sitting, the latest first, with the codes to read out. */
export function DoneList({ entries }: { entries: readonly DeskEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <section
      aria-labelledby="done-here"
      className="mt-5 overflow-clip border-line bg-raised max-md:border-y-[1.5px] md:rounded-console-card md:border-[1.5px]"
    >
      <h2
        id="done-here"
        className="flex items-baseline justify-between px-4 py-3 font-display text-[1.125rem] leading-[1.25] font-[750] tracking-[-.012em] md:px-6"
      >
        This sitting
        <span className="font-text text-[0.9375rem] font-normal tracking-normal text-muted tabular">
          {entries.length === 1 ? '1 bag' : `${entries.length} bags`}
        </span>
      </h2>
      <ul>
        {entries.toReversed().map((entry) => (
          <li
            key={entry.id}
            className="grid min-h-11 grid-cols-[4rem_minmax(0,1fr)_auto] items-center gap-x-4 border-t-[1.5px] border-line px-4 py-1.5 text-[0.9375rem] md:grid-cols-[4rem_minmax(0,1fr)_6rem_minmax(8rem,auto)] md:px-6"
          >
            <b className="font-display font-[750] wrap-anywhere">{entry.bag}</b>
            <span className="min-w-0 truncate">{entry.name ?? 'Unclaimed bag'}</span>
            <span className="tabular max-md:hidden">{entryWeight(entry)}</span>
            <span className="justify-self-end">
              <Outcome entry={entry} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Outcome({ entry: { kind, outcome } }: { entry: DeskEntry }) {
  if (kind === 'confirmed') return <span className="t-code-row text-[1.0625rem]">{outcome}</span>;
  if (kind === 'unclaimed') return <span className="text-muted">No code</span>;
  return <StatusPill status="rejected" size="small" />;
}
