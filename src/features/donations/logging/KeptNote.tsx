import { ChevronRight, Clock, TriangleAlert } from 'lucide-react';
import * as words from '#words/keptDonations.tsx';
import { isKeptAs, type KeptDonation } from './keptStore.ts';

type KeptNoteProps = {
  donations: readonly KeptDonation[];
  onShow: () => void;
};

/** Above the form: that something is kept. It names nobody, since others may use this phone. */
export function KeptNote({ donations, onShow }: KeptNoteProps) {
  const refused = donations.filter((donation) => isKeptAs(donation, 'refused')).length;
  if (donations.length === 0) return null;
  const Icon = refused > 0 ? TriangleAlert : Clock;
  return (
    <button
      type="button"
      onClick={onShow}
      className={`border-b-[1.5px] border-line text-start ${refused > 0 ? 'bg-clay-tint text-clay-deep' : 'bg-wheat-tint text-wheat-deep'}`}
    >
      <span className="container-page t-small flex min-h-11 cursor-pointer items-center gap-2.5 font-[650] underline-offset-4 hover:underline">
        <Icon size={20} className="shrink-0" aria-hidden="true" />
        {refused > 0 ? words.refusedNote(refused) : words.waitingNote(donations.length)}
        <ChevronRight size={20} className="ms-auto shrink-0" aria-hidden="true" />
      </span>
    </button>
  );
}
