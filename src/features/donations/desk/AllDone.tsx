import { Ring } from '#web/ui/Ring.tsx';
import type { DeskEntry } from './deskWords.ts';

/** Nothing waits: the ring is closed. */
export function AllDone({ entries }: { entries: readonly DeskEntry[] }) {
  return (
    <div className="flex flex-col items-center justify-center px-5 py-12 text-center">
      <Ring percent={100} size={180} closing />
      <h2 className="mt-7 t-2">{entries.length === 0 ? 'No pending donations' : 'All done'}</h2>
      <p className="mt-2 text-[1.0625rem] text-muted">Every donation has its answer.</p>
    </div>
  );
}
