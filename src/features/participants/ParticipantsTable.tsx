import { formatInstant } from '#words/dates.ts';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { actionsColumn, type Column, DataTable } from '#web/ui/DataTable.tsx';
import type { ParticipantMatch } from './contract.ts';
import { Name, ParticipantActions, type ParticipantListProps } from './ParticipantPieces.tsx';

// Narrower than this, only the dialog says these things.
const wide = 'max-[1239px]:hidden';
const medium = 'max-lg:hidden';

type Context = ParticipantListProps & { timeZone: TimeZone };

export function participantColumns(
  sort?: ParticipantListProps['sort'],
): readonly Column<ParticipantMatch, Context>[] {
  return [
    {
      name: 'Name',
      sort: sort === 'name' ? 'ascending' : undefined,
      heading: true,
      skeleton: 'w-32',
      cellClassName:
        'min-w-32 max-lg:w-full py-1.5 lg:max-[1399px]:w-[42%] min-[1400px]:max-w-64 wrap-anywhere',
      cell: (participant) => (
        <>
          <Name participant={participant} />
          {participant.email !== null && (
            <span className="block font-normal lg:hidden">{participant.email}</span>
          )}
        </>
      ),
    },
    {
      name: 'Email',
      quiet: ({ email }) => email === null,
      skeleton: 'w-44',
      className: medium,
      cellClassName: 'truncate max-[1399px]:max-w-0 lg:max-[1399px]:w-[58%] min-[1400px]:max-w-64',
      cell: ({ email }) => email ?? 'None',
    },
    {
      name: 'Phone',
      quiet: ({ phone }) => phone === null,
      nowrap: true,
      skeleton: 'w-26',
      className: wide,
      cell: ({ phone }) => phone ?? 'None',
    },
    {
      name: 'Total',
      align: 'end',
      sort: sort === 'total' ? 'descending' : undefined,
      skeleton: 'w-6',
      cell: ({ total_donations: total }) => total.toLocaleString('en-CA'),
    },
    {
      name: 'Confirmed',
      align: 'end',
      skeleton: 'w-5',
      cell: ({ confirmed_donations: confirmed }) => confirmed.toLocaleString('en-CA'),
    },
    {
      name: 'Last donation',
      sort: sort === 'recent' ? 'descending' : undefined,
      quiet: ({ last_donation_at: at }) => at === null,
      nowrap: true,
      skeleton: 'w-40',
      className: `ps-6 ${medium}`,
      cell: ({ last_donation_at: at }, { timeZone }) =>
        at === null ? 'None' : formatInstant(new Date(at), timeZone),
    },
    actionsColumn({
      skeleton: 'w-52',
      cellClassName: 'max-[1399px]:[&_svg]:hidden',
      cell: (participant, { onEdit, onMerge }) => (
        <ParticipantActions participant={participant} size="row" onEdit={onEdit} onMerge={onMerge} />
      ),
    }),
  ];
}

export function ParticipantsTable(props: ParticipantListProps) {
  const { timeZone } = useSiteInfo();
  return (
    <DataTable
      label="Participants"
      columns={participantColumns(props.sort)}
      rows={props.participants}
      context={{ ...props, timeZone }}
    />
  );
}
