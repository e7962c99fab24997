import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { donationPlace } from '#features/donations/donationWords.ts';
import { donationStatus } from '#features/donations/rules.ts';
import type { Day } from '#shared/dates.ts';
import { isQualifying } from '#shared/weights.ts';
import { useDonationAddress } from '#web/console/donationAddress.ts';
import { KeyButton } from '#web/console/KeyButton.tsx';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/classNames.ts';
import { StatusPill } from '#web/ui/Pill.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { SheetRow, SheetSection } from './SheetRow.tsx';
import { shortDay, type Sheet, type SheetDonation } from './sheetWords.ts';

type ToDecideProps = {
  donations: readonly SheetDonation[];
  /** How many wait, also those that are not here. */
  total: number;
  today: Day;
  onConfirm: (donation: SheetDonation) => void;
  onReject: (donation: SheetDonation) => void;
};

/** What waits for a decision, the longest first. */
export function ToDecide({ donations, total, today, onConfirm, onReject }: ToDecideProps) {
  return (
    <SheetSection title="To decide" count={total}>
      <ul aria-label="To decide">
        {donations.map((donation) => (
          <SheetRow
            as="li"
            key={donation.id}
            row={`donation-${donation.id}`}
            className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 py-1.5 sm:flex-nowrap sm:py-1 md:py-0"
          >
            <span className="flex min-w-0 flex-1 items-center gap-x-2.5 max-sm:basis-full max-sm:flex-wrap">
              <WeightLink donation={donation} />
              <span className="flex max-sm:empty:hidden sm:w-23">
                {isQualifying(donation.actualWeight ?? donation.weight) && (
                  <StatusPill status="qualifying" size="small" onSelectedRow />
                )}
              </span>
              <span className="shrink-0 tabular sm:min-w-12.5">{shortDay(donation.date, today)}</span>
              <span className="min-w-0 max-sm:wrap-anywhere sm:truncate">{donationPlace(donation)}</span>
            </span>
            <span className="flex shrink-0 gap-1 max-sm:flex-1 max-sm:gap-2">
              <KeyButton
                keys="r"
                kind="clayGhost"
                size="row"
                icon={X}
                onClick={() => onReject(donation)}
                className="max-sm:order-last max-md:min-h-11 max-md:px-3"
              >
                Reject
              </KeyButton>
              <KeyButton
                keys="c"
                kind="outline"
                size="row"
                icon={Check}
                // The second half of a double click lands on the next row, which nobody meant to confirm.
                onClick={({ detail }) => detail < 2 && onConfirm(donation)}
                className="max-md:min-h-11 max-sm:flex-1"
              >
                Confirm
              </KeyButton>
            </span>
          </SheetRow>
        ))}
      </ul>
    </SheetSection>
  );
}

const FIRST_SHOWN = 3;

type DecidedProps = {
  decided: Sheet['decided'];
  today: Day;
  /** The rows that the sheet may begin on. */
  startsOn: readonly string[];
};

/** What was decided, the latest first: three of them, until all are asked for. */
export function Decided({ decided: { total, items }, today, startsOn }: DecidedProps) {
  const [all, setAll] = useState(() =>
    items.slice(FIRST_SHOWN).some(({ id }) => startsOn.includes(decidedRow(id))),
  );
  const shown = all ? items : items.slice(0, FIRST_SHOWN);
  return (
    <SheetSection
      title="Donations"
      count={all && items.length < total ? `the latest ${items.length} of ${total}` : null}
      end={
        items.length > FIRST_SHOWN &&
        !all && (
          <Button kind="ghost" size="row" onClick={() => setAll(true)} className="-me-2.5 max-md:min-h-11">
            All {total.toLocaleString('en-CA')}
          </Button>
        )
      }
    >
      <ul aria-label="Donations">
        {shown.map((donation) => (
          <SheetRow
            as="li"
            key={donation.id}
            row={decidedRow(donation.id)}
            className="hover:bg-sunk [&+&>*]:border-t-[1.5px]"
          >
            <span className="flex min-h-9 items-center gap-x-3 border-line max-md:min-h-11">
              <WeightLink donation={donation} className="after:absolute after:inset-0" />
              <span className="min-w-0 flex-1 truncate">{donationPlace(donation)}</span>
              <span className="shrink-0 text-muted tabular md:w-19">{shortDay(donation.date, today)}</span>
              <span className="flex w-24 shrink-0 justify-end">
                <StatusPill status={donationStatus(donation)} size="small" />
              </span>
            </span>
          </SheetRow>
        ))}
      </ul>
    </SheetSection>
  );
}

// Not by the name of what waits: the focus would follow a donation that is decided, instead of passing to the next.
function decidedRow(donationId: number): string {
  return `decided-${donationId}`;
}

/** What it weighed, and the way to its details. */
function WeightLink({ donation, className }: { donation: SheetDonation; className?: string }) {
  const addressOf = useDonationAddress();
  const { id, weight, actualWeight } = donation;
  return (
    <Link
      to={addressOf(id)}
      preventScrollReset
      data-key="Enter"
      className={classNames(
        'w-12 shrink-0 rounded-shelf font-[650] tabular underline-offset-4 hover:underline',
        className,
      )}
    >
      {actualWeight ?? weight}
      <VisuallyHidden>, details of donation {id}</VisuallyHidden>
    </Link>
  );
}
