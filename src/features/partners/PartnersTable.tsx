import { SkeletonBox } from '#web/ui/Skeleton.tsx';
import { Cell, HeadCell, Row, Table } from '#web/ui/Table.tsx';
import type { PartnerRow } from './contract.ts';
import { PartnerLogo } from './PartnerLogo.tsx';
import {
  EditPartnerButton,
  PartnerStatus,
  PartnerWebsite,
  RotatePinButton,
  SetActiveButton,
} from './PartnerPieces.tsx';

export type PartnerListProps = {
  partners: readonly PartnerRow[];
  onEdit: (partner: PartnerRow) => void;
  onRotatePin: (partner: PartnerRow) => void;
};

export function PartnersTable({ partners, onEdit, onRotatePin }: PartnerListProps) {
  return (
    <Table label="Partners">
      <Heads />
      <tbody>
        {partners.map((partner) => (
          <Row key={partner.id} data-row={partner.id} className="[&_:is(a,button)]:scroll-mt-12">
            <Cell heading className="py-1 wrap-anywhere max-lg:w-full lg:max-w-80 lg:min-w-40">
              <span className="flex items-center gap-2.5">
                <PartnerLogo name={partner.name} logo={partner.logo} />
                <span className="min-w-0">
                  {partner.name}
                  <span className="block font-normal text-muted lg:hidden">{partner.discount}</span>
                </span>
              </span>
            </Cell>
            <Cell quiet={partner.discount === null} className="py-2 wrap-anywhere max-lg:hidden">
              {partner.discount ?? 'None'}
            </Cell>
            <Cell quiet={partner.link === null} className="max-w-56 truncate max-lg:max-w-36">
              <PartnerWebsite link={partner.link} />
            </Cell>
            <Cell>
              <PartnerStatus partner={partner} />
            </Cell>
            <Cell align="end" className="pe-2.5! whitespace-nowrap">
              <span className="inline-flex gap-1 max-lg:[&_button]:px-1.5 max-lg:[&_svg]:hidden">
                <EditPartnerButton size="row" onClick={() => onEdit(partner)} />
                <RotatePinButton size="row" onClick={() => onRotatePin(partner)} />
                <SetActiveButton size="row" partner={partner} />
              </span>
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function Heads() {
  return (
    <thead>
      <tr>
        <HeadCell>Name</HeadCell>
        <HeadCell className="max-lg:hidden">Discount</HeadCell>
        <HeadCell>Website</HeadCell>
        <HeadCell>Status</HeadCell>
        <HeadCell align="end">Actions</HeadCell>
      </tr>
    </thead>
  );
}

/** The table's shape while it loads. */
export function PartnersTableSkeleton() {
  return (
    <div aria-hidden="true">
      <Table label="Loading">
        <Heads />
        <tbody>
          {Array.from({ length: 4 }, (_, index) => (
            <Row key={index}>
              {['w-36', 'w-48', 'w-32', 'w-20'].map((width) => (
                <Cell key={width} className={width === 'w-48' ? 'max-lg:hidden' : undefined}>
                  <SkeletonBox className={width} />
                </Cell>
              ))}
              <Cell>
                <SkeletonBox shape="block" className="ms-auto h-7 w-64 max-lg:w-44" />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
