import { formatInstant } from '#shared/dates.ts';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { SkeletonBox } from '#web/ui/Skeleton.tsx';
import { Cell, HeadCell, Row, Table } from '#web/ui/Table.tsx';
import { Name, ParticipantActions, type ParticipantListProps } from './ParticipantPieces.tsx';

// Narrower than this, only the dialog says these things.
const wide = 'max-[1239px]:hidden';
const medium = 'max-lg:hidden';

// Where room is short these columns share what the others leave, and cut their words.
const elastic = 'min-[1400px]:max-w-64 truncate max-[1399px]:w-1/2 max-[1399px]:max-w-0';

export function ParticipantsTable({ participants, sort, onEdit, onMerge }: ParticipantListProps) {
  const { timeZone } = useSiteInfo();
  return (
    <Table label="Participants">
      <Heads sort={sort} />
      <tbody>
        {participants.map((participant) => {
          const { id, email, phone, total_donations, confirmed_donations, last_donation_at } = participant;
          return (
            <Row key={id} data-row={id} className="[&_:is(a,button)]:scroll-mt-12">
              <Cell heading className={elastic}>
                <Name participant={participant} />
              </Cell>
              <Cell quiet={email === null} className={elastic}>
                {email ?? 'None'}
              </Cell>
              <Cell quiet={phone === null} nowrap className={wide}>
                {phone ?? 'None'}
              </Cell>
              <Cell align="end">{total_donations.toLocaleString('en-CA')}</Cell>
              <Cell align="end">{confirmed_donations.toLocaleString('en-CA')}</Cell>
              <Cell quiet={last_donation_at === null} nowrap className={`ps-6 ${medium}`}>
                {last_donation_at === null ? 'None' : formatInstant(new Date(last_donation_at), timeZone)}
              </Cell>
              <Cell align="end" className="pe-2.5! whitespace-nowrap">
                <span className="inline-flex gap-1 max-[1239px]:[&_svg]:hidden">
                  <ParticipantActions
                    participant={participant}
                    size="row"
                    onEdit={onEdit}
                    onMerge={onMerge}
                  />
                </span>
              </Cell>
            </Row>
          );
        })}
      </tbody>
    </Table>
  );
}

function Heads({ sort }: Partial<Pick<ParticipantListProps, 'sort'>>) {
  return (
    <thead>
      <tr>
        <HeadCell sort={sort === 'name' ? 'ascending' : undefined}>Name</HeadCell>
        <HeadCell>Email</HeadCell>
        <HeadCell className={wide}>Phone</HeadCell>
        <HeadCell align="end" sort={sort === 'total' ? 'descending' : undefined}>
          Total
        </HeadCell>
        <HeadCell align="end">Confirmed</HeadCell>
        <HeadCell className={`ps-6 ${medium}`} sort={sort === 'recent' ? 'descending' : undefined}>
          Last donation
        </HeadCell>
        <HeadCell align="end">Actions</HeadCell>
      </tr>
    </thead>
  );
}

const skeletonCells: readonly (readonly [width: string, place?: string])[] = [
  ['w-32'],
  ['w-44'],
  ['w-26', wide],
  ['w-6 ms-auto'],
  ['w-5 ms-auto'],
  ['w-40', `ps-6 ${medium}`],
];

/** The table's shape while it loads. */
export function ParticipantsTableSkeleton() {
  return (
    <div aria-hidden="true">
      <Table label="Loading">
        <Heads />
        <tbody>
          {Array.from({ length: 10 }, (_, index) => (
            <Row key={index}>
              {skeletonCells.map(([width, place]) => (
                <Cell key={width} className={place}>
                  <SkeletonBox className={width} />
                </Cell>
              ))}
              <Cell>
                <SkeletonBox shape="block" className="ms-auto h-7 w-52" />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
