import { donationPlace, donorName } from '#features/donations/console/listedDonation.ts';
import { formatShortDay } from '#words/formats.ts';
import { classNames } from '#web/ui/classNames.ts';
import type { Desk } from './useDesk.ts';

export const FOUND_LIST_ID = 'found-donations';

export function foundRowId(id: number): string {
  return `found-donation-${id}`;
}

/** The list of several found donations. Its keys are handled by the search field, which keeps the focus. */
export function FoundList({ desk }: { desk: Desk }) {
  const { found, activeIndex } = desk;
  return (
    <section
      aria-label="Found"
      className="overflow-clip border-line bg-raised max-md:border-b-[1.5px] md:rounded-console-card md:border-[1.5px]"
    >
      <p role="status" className="px-4 py-2.5 text-[0.9375rem] text-muted md:px-6">
        {found.items.length} found. Choose with the arrows or +, then press Enter.
      </p>
      <div id={FOUND_LIST_ID} role="listbox" aria-label="Found donations">
        {found.items.map((donation, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the search field handles the keys
          <div
            key={donation.id}
            id={foundRowId(donation.id)}
            role="option"
            tabIndex={-1}
            aria-selected={index === activeIndex}
            onClick={() => desk.weigh(donation)}
            className={classNames(
              'grid min-h-11 cursor-pointer grid-cols-[4rem_minmax(0,1fr)_4rem] items-center gap-x-4 border-t-[1.5px] border-line px-4 py-1.5 text-[0.9375rem] md:grid-cols-[4rem_minmax(0,1.2fr)_minmax(0,1fr)_5rem_5rem] md:px-6',
              index === activeIndex ? 'bg-spruce-tint shadow-[inset_4px_0_0_var(--spruce)]' : 'hover:bg-sunk',
            )}
          >
            <b className="font-display text-[1.125rem] font-[750]">{donation.mark}</b>
            <span className="min-w-0 truncate">
              <b className="font-[650]">{donorName(donation)}</b>
              {donation.participantName !== null && donation.studentId !== null && (
                <span className="ms-2 text-muted">{donation.studentId}</span>
              )}
            </span>
            <span className="min-w-0 truncate max-md:hidden">{donationPlace(donation)}</span>
            <span className="text-muted tabular max-md:hidden">{formatShortDay(donation.date)}</span>
            <span className="tabular">{donation.weight}</span>
          </div>
        ))}
      </div>
    </section>
  );
}
