import { Image, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { formatInstantDay, formatTime } from '#shared/dates.ts';
import { isQualifying } from '#shared/weights.ts';
import { Button } from '#web/ui/Button.tsx';
import { StatusPill } from '#web/ui/Pill.tsx';
import { Pip } from '#web/ui/Pip.tsx';
import { SkeletonBox } from '#web/ui/Skeleton.tsx';
import { Cell, Row, Table } from '#web/ui/Table.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { useDonationAddress } from './donationAddress.ts';
import type { ListedDonation } from './listedDonation.ts';
import { isDiscrepancy } from './rules.ts';

// Narrower than this, only the details say these things.
export const wide = 'max-[1239px]:hidden';
export const medium = 'max-[719px]:hidden';

// Columns that share what the others leave and cut their words, so that no row is wider than its card.
export const elastic = 'truncate max-lg:w-1/2 max-lg:max-w-0';
export const place = 'truncate max-w-0 w-1/2 lg:w-1/4 min-[1240px]:w-[15%]';
export const secondPlace = 'truncate max-w-0 w-[19%]';

/** The row's donor by name, and the donor ID where there is room. */
export function DonorCells({ donation }: { donation: ListedDonation }) {
  const { participantName, studentId } = donation;
  return (
    <>
      <Cell
        heading={participantName !== null}
        quiet={participantName === null}
        className={`lg:max-w-56 ${elastic}`}
      >
        {participantName ?? 'No name yet'}
      </Cell>
      <Cell quiet className={`max-w-40 truncate ${wide}`}>
        {studentId ?? 'None'}
      </Cell>
    </>
  );
}

type ClaimedWeightProps = {
  donation: Pick<ListedDonation, 'weight' | 'actualWeight'>;
  selected?: boolean | undefined;
};

/** A claimed weight, with the loop that a qualifying donation closes. */
export function ClaimedWeight({ donation, selected = false }: ClaimedWeightProps) {
  return (
    <span className="inline-flex items-center gap-2.5 whitespace-nowrap">
      <b className="min-w-[2.625rem] font-[650]">{donation.weight}</b>
      {qualifies(donation) && (
        <>
          <span className="max-lg:hidden">
            <StatusPill status="qualifying" size="small" onSelectedRow={selected} />
          </span>
          <span className="lg:hidden">
            <Pip closed size={18} />
            <VisuallyHidden>Qualifying</VisuallyHidden>
          </span>
        </>
      )}
    </span>
  );
}

/** The same at the end of a card's first line. */
export function CardWeight({ donation }: Pick<ClaimedWeightProps, 'donation'>) {
  return (
    <span className="flex items-center gap-2.5">
      {qualifies(donation) && <StatusPill status="qualifying" size="small" />}
      <b className="text-base font-[650]">{donation.weight}</b>
    </span>
  );
}

/** What was measured counts where there is a measurement, else what was claimed. */
function qualifies({ weight, actualWeight }: ClaimedWeightProps['donation']): boolean {
  return isQualifying(actualWeight ?? weight);
}

/** What the scale said, marked where the claim was another. */
export function MeasuredWeight({ donation }: { donation: ListedDonation }) {
  const { weight, actualWeight } = donation;
  if (actualWeight === null) return <span className="text-muted">Not weighed</span>;
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      {actualWeight}
      {isDiscrepancy(weight, actualWeight) && (
        <TriangleAlert size={16} role="img" aria-label="Differs from the claim" className="text-clay" />
      )}
    </span>
  );
}

type DecidedAtProps = {
  at: string | null;
  /** Leaves the time of day to the details where room is short. */
  short?: boolean | undefined;
};

/** When a donation was confirmed or rejected. */
export function DecidedAt({ at, short = false }: DecidedAtProps) {
  const { timeZone } = useSiteInfo();
  if (at === null) return null;
  const instant = new Date(at);
  return (
    <time dateTime={at}>
      {formatInstantDay(instant, timeZone)}
      <span className={short ? wide : undefined}>, {formatTime(instant, timeZone)}</span>
    </time>
  );
}

export function PhotoMark({ photoUrl }: { photoUrl: string | null }) {
  if (photoUrl === null) return <span className="text-muted">None</span>;
  return <Image size={17} role="img" aria-label="Photo attached" className="text-spruce" />;
}

/** The way to a donation's details from its row. */
export function DetailsLink({ id }: { id: number }) {
  const addressOf = useDonationAddress();
  return (
    <Button asChild kind="quiet" size="row">
      <Link to={addressOf(id)} preventScrollReset>
        Details
      </Link>
    </Button>
  );
}

/** An empty list's next step: another tab. */
export function TabLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Button asChild kind="outline" size="small">
      <Link to={to}>{children}</Link>
    </Button>
  );
}

type DonationTableSkeletonProps = {
  heads: ReactNode;
  /** Each column's width, and where it is hidden. */
  cells: readonly (readonly [width: string, hidden?: string])[];
};

/** A table's shape while it loads. */
export function DonationTableSkeleton({ heads, cells }: DonationTableSkeletonProps) {
  return (
    <div aria-hidden="true">
      <Table label="Loading">
        {heads}
        <tbody>
          {Array.from({ length: 8 }, (_, row) => (
            <Row key={row}>
              {cells.map(([width, hidden]) => (
                <Cell key={width} className={hidden}>
                  <SkeletonBox className={width} />
                </Cell>
              ))}
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
