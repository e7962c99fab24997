import { SkeletonBox } from '#web/ui/Skeleton.tsx';
import { PartnerLogo } from './PartnerLogo.tsx';
import {
  EditPartnerButton,
  PartnerStatus,
  PartnerWebsite,
  RotatePinButton,
  SetActiveButton,
} from './PartnerPieces.tsx';
import type { PartnerListProps } from './PartnersTable.tsx';

const card = 'border-t-[1.5px] border-line px-3.5 pt-3.5 pb-4';

/** The partner stores on a phone. */
export function PartnerCards({ partners, onEdit, onRotatePin }: PartnerListProps) {
  return (
    <ul aria-label="Partners">
      {partners.map((partner) => (
        <li key={partner.id} data-row={partner.id} className={card}>
          <div className="flex items-start justify-between gap-3">
            <div className="flex min-w-0 items-center gap-2.5">
              <PartnerLogo name={partner.name} logo={partner.logo} />
              <h2 className="min-w-0 font-text text-base leading-[1.4] font-[650] wrap-anywhere">
                {partner.name}
              </h2>
            </div>
            <PartnerStatus partner={partner} />
          </div>
          <p className="mt-0.5 text-[0.9375rem] wrap-anywhere text-muted">
            {partner.discount ?? 'No discount given'}
          </p>
          {partner.link !== null && (
            <p className="text-[0.9375rem] wrap-anywhere">
              <PartnerWebsite link={partner.link} />
            </p>
          )}
          <div className="mt-2 flex flex-wrap gap-2 *:flex-1 *:px-1.5 *:whitespace-nowrap max-[26rem]:[&_svg]:hidden">
            <EditPartnerButton size="small" onClick={() => onEdit(partner)} />
            <RotatePinButton size="small" onClick={() => onRotatePin(partner)} />
            <SetActiveButton size="small" partner={partner} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The cards' shape while they load. */
export function PartnerCardsSkeleton() {
  return (
    <div aria-hidden="true">
      {Array.from({ length: 3 }, (_, index) => (
        <div key={index} className={`flex flex-col gap-2.5 ${card}`}>
          <SkeletonBox shape="block" className="w-2/5" />
          <SkeletonBox className="w-3/5" />
          <SkeletonBox className="h-11 w-full rounded-control" />
        </div>
      ))}
    </div>
  );
}
