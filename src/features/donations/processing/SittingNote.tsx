import { CircleAlert, Info } from 'lucide-react';
import { classNames } from '#web/ui/classNames.ts';
import type { Note } from './useProcessing.ts';

const looks = {
  error: { icon: CircleAlert, className: 'bg-clay-tint text-clay-deep' },
  news: { icon: Info, className: 'bg-sky-tint text-sky-deep' },
};

/** What happened that nobody sees by the next donation alone. It stays until the next press. */
export function SittingNote({ note }: { note: Note | null }) {
  const { icon: NoteIcon, className } = looks[note?.kind ?? 'news'];
  return (
    // Both always in the page: a live region that arrives together with its words is not read out.
    <>
      {(['error', 'news'] as const).map((kind) => (
        <div key={kind} role={kind === 'error' ? 'alert' : 'status'}>
          {note?.kind === kind && (
            <p
              className={classNames(
                'flex gap-2.5 px-4 py-2.5 text-[0.9375rem] leading-[1.4] font-semibold sm:px-6',
                className,
              )}
            >
              <NoteIcon size={18} aria-hidden="true" className="mt-0.5 shrink-0" />
              <span className="min-w-0 wrap-anywhere">{note.text}</span>
            </p>
          )}
        </div>
      ))}
    </>
  );
}
