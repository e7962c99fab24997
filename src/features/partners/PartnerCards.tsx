import { CardHeading, CardRow } from '#web/console/CardRow.tsx';
import { PartnerLogo } from './PartnerLogo.tsx';
import { PartnerActions, type PartnerListProps, PartnerStatus, PartnerWebsite } from './PartnerPieces.tsx';

/** The partner stores on a phone. */
export function PartnerCards({ partners, ...actions }: PartnerListProps) {
  return (
    <ul aria-label="Partners">
      {partners.map((partner) => (
        <CardRow key={partner.id} id={partner.id}>
          <div className="flex items-start justify-between gap-3">
            <div className="flex min-w-0 items-center gap-2.5">
              <PartnerLogo name={partner.name} logo={partner.logo} />
              <CardHeading>{partner.name}</CardHeading>
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
          <div className="mt-2 flex flex-wrap gap-2 [&>*]:flex-1 [&>*]:px-1.5 [&>*]:whitespace-nowrap max-[26rem]:[&_svg]:hidden">
            <PartnerActions {...actions} partner={partner} size="small" />
          </div>
        </CardRow>
      ))}
    </ul>
  );
}
