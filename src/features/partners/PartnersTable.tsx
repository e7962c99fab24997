import { actionsColumn, type Column, DataTable } from '#web/ui/DataTable.tsx';
import type { PartnerRow } from './contract.ts';
import { PartnerLogo } from './PartnerLogo.tsx';
import {
  AccountButton,
  PartnerActions,
  PartnerLink,
  type PartnerListProps,
  PartnerStatus,
  PartnerWebsite,
} from './PartnerPieces.tsx';

export const partnerColumns: readonly Column<PartnerRow, PartnerListProps>[] = [
  {
    name: 'Name',
    heading: true,
    skeleton: 'w-36',
    cellClassName: 'py-1.5 wrap-anywhere max-lg:w-full lg:w-[24%] lg:min-w-40',
    cell: (partner) => <NameAndTerms partner={partner} />,
  },
  {
    name: 'Discount',
    quiet: (partner) => partner.discount === null,
    skeleton: 'w-48',
    className: 'max-lg:hidden',
    cellClassName: 'py-2 wrap-anywhere',
    cell: (partner) => partner.discount ?? 'None',
  },
  {
    name: 'Website',
    quiet: (partner) => partner.link === null,
    skeleton: 'w-32',
    className: 'max-lg:hidden',
    cellClassName: 'max-w-56 truncate',
    cell: (partner) => <PartnerWebsite link={partner.link} />,
  },
  { name: 'Status', skeleton: 'w-20', cell: (partner) => <PartnerStatus partner={partner} /> },
  actionsColumn({
    skeleton: 'w-64 max-lg:w-44',
    cellClassName: 'max-lg:[&_:is(a,button)]:px-1.5 max-lg:[&_svg]:hidden',
    cell: (partner, list) => (
      <>
        <AccountButton partner={partner} size="row" />
        <PartnerActions {...list} partner={partner} size="row" />
      </>
    ),
  }),
];

export function PartnersTable(props: PartnerListProps) {
  return <DataTable label="Partners" columns={partnerColumns} rows={props.partners} context={props} />;
}

/** The store, and under it what has no column of its own on a narrow screen. */
function NameAndTerms({ partner }: { partner: PartnerRow }) {
  const { name, logo, discount, link } = partner;
  return (
    <span className="flex items-center gap-2.5">
      <PartnerLogo name={name} logo={logo} />
      <span className="min-w-0">
        <PartnerLink partner={partner} />
        <span className="block font-normal lg:hidden">
          <span className="block text-muted">{discount}</span>
          {link !== null && <PartnerWebsite link={link} />}
        </span>
      </span>
    </span>
  );
}
