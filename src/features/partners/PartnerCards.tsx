import { CardActions, CardHeading, CardRow, CardTop } from '#web/console/CardRow.tsx';
import { PartnerLogo } from './PartnerLogo.tsx';
import {
  AccountButton,
  PartnerActions,
  PartnerLink,
  type PartnerListProps,
  PartnerStatus,
  PartnerWebsite,
} from './PartnerPieces.tsx';

/** The partner stores where no table has room. */
export function PartnerCards({ partners, ...actions }: PartnerListProps) {
  return (
    <ul aria-label="Partners">
      {partners.map((partner) => (
        <CardRow
          key={partner.id}
          id={partner.id}
          end={
            <CardActions many="four">
              <AccountButton partner={partner} size="small" />
              <PartnerActions {...actions} partner={partner} size="small" />
            </CardActions>
          }
        >
          <CardTop pill={<PartnerStatus partner={partner} />}>
            <div className="flex min-w-0 items-center gap-2.5">
              <PartnerLogo name={partner.name} logo={partner.logo} />
              <CardHeading>
                <PartnerLink partner={partner} />
              </CardHeading>
            </div>
          </CardTop>
          <p className="mt-0.5 text-[0.9375rem] wrap-anywhere text-muted">
            {partner.discount ?? 'No discount given'}
          </p>
          {partner.link !== null && (
            <p className="text-[0.9375rem] wrap-anywhere">
              <PartnerWebsite link={partner.link} />
            </p>
          )}
        </CardRow>
      ))}
    </ul>
  );
}
