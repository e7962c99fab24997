import { Check, CircleAlert, Info, Undo2, X } from 'lucide-react';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/classNames.ts';
import { Kbd } from '#web/ui/Kbd.tsx';
import { StatusPill } from '#web/ui/Pill.tsx';
import { type DeskEntry, formatEntryWeight } from './deskWords.ts';
import type { Desk } from './useDesk.ts';
import type { Note } from './useVerdicts.ts';

const noteStyles = {
  error: { icon: CircleAlert, className: 'bg-clay-tint text-clay-deep' },
  news: { icon: Info, className: 'bg-sky-tint text-sky-deep' },
};

/** The last verdict with its Undo, and the desk's errors and news. */
export function DoneLine({ desk: { lastEntry, undo, isUndoing, note } }: { desk: Desk }) {
  return (
    <>
      <div
        className={classNames(
          'flex items-center gap-3 bg-spruce-tint px-4 md:px-6',
          lastEntry && 'min-h-12 border-b-[1.5px] border-line',
        )}
      >
        {/* Always rendered, because a live region that appears together with its text is not read out. */}
        <p
          role="status"
          className="flex min-w-0 flex-wrap items-center gap-x-2 py-1.5 text-[0.9375rem] wrap-anywhere empty:hidden"
        >
          {lastEntry && <LastVerdict entry={lastEntry} />}
        </p>
        {lastEntry && (
          <Button
            kind="ghost"
            size="console"
            icon={Undo2}
            pending={isUndoing}
            pendingLabel="Undoing…"
            onClick={undo}
            className="ms-auto -me-3 shrink-0 px-3 max-md:min-h-11"
          >
            Undo
            <span className="sr-only"> {lastEntry.bag}</span>
            <span aria-hidden="true" className="flex text-ink max-md:hidden">
              <Kbd>U</Kbd>
            </span>
          </Button>
        )}
      </div>
      {(['error', 'news'] as const).map((kind) => (
        <div key={kind} role={kind === 'error' ? 'alert' : 'status'}>
          {note?.kind === kind && <NoteLine note={note} />}
        </div>
      ))}
    </>
  );
}

function LastVerdict({ entry }: { entry: DeskEntry }) {
  const { kind, bag, name, outcome } = entry;
  const Icon = kind === 'rejected' ? X : Check;
  return (
    <>
      <Icon size={20} aria-hidden="true" className="me-1 shrink-0 text-spruce max-md:hidden" />
      {kind === 'confirmed' && (
        <span>
          <b className="me-1 t-code-row text-[1.125rem]">{outcome}</b> <b className="font-[650]">issued.</b>{' '}
          {bag} done.
        </span>
      )}
      {kind === 'rejected' && (
        <span>
          <b className="font-[650]">{bag} rejected.</b> {outcome}
        </span>
      )}
      {kind === 'unclaimed' && <b className="font-[650]">{formatEntryWeight(entry)} counted.</b>}
      {kind === 'confirmed' && (
        <span className="text-muted max-md:hidden">
          {name}, {formatEntryWeight(entry)}
        </span>
      )}
    </>
  );
}

function NoteLine({ note }: { note: Note }) {
  const { icon: NoteIcon, className } = noteStyles[note.kind];
  return (
    <p
      className={classNames(
        'flex gap-2.5 px-4 py-2.5 text-[0.9375rem] leading-[1.4] font-semibold md:px-6',
        className,
      )}
    >
      <NoteIcon size={18} aria-hidden="true" className="mt-0.5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{note.text}</span>
    </p>
  );
}

/** The bags of this sitting with their outcomes, the latest first. */
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
            <span className="tabular max-md:hidden">{formatEntryWeight(entry)}</span>
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
