import type { ReactNode } from 'react';
import { Card } from '#web/ui/Card.tsx';
import { paths } from '#web/paths.ts';
import type { PartnerRow } from './contract.ts';
import { PartnerLogo } from './PartnerLogo.tsx';
import { PartnerStatus, PartnerWebsite, usePartnerActions } from './usePartnerActions.tsx';

/** The tabs of a store's page in the console. */
export type PartnerTab = 'store' | 'statement' | 'tills';

/** The address of a store's page in the console. */
export function partnerAddress(id: number, query: { tab: PartnerTab; month?: string }): string {
  return `${paths.consolePartner.replace(':id', String(id))}?${new URLSearchParams(query).toString()}`;
}

export function StoreTab({ partner }: { partner: PartnerRow }) {
  const { renderButtons, dialogs } = usePartnerActions();
  const { name, logo, discount, address, hours, link } = partner;
  return (
    <Card as="section" console flush aria-label="Store" className="max-w-[860px] overflow-clip">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-[18px] py-4">
        <PartnerLogo name={name} logo={logo} />
        <p className="min-w-0 flex-1 text-base font-[650] wrap-anywhere">{name}</p>
        <PartnerStatus partner={partner} />
      </div>
      <dl>
        <Detail name="Discount">{discount ?? 'None'}</Detail>
        <Detail name="Address">{address ?? 'None'}</Detail>
        <Detail name="Hours">
          <span className="whitespace-pre-line">{hours ?? 'None'}</span>
        </Detail>
        <Detail name="Website">
          <PartnerWebsite link={link} />
        </Detail>
        <Detail name="PIN">
          Only the store knows it. A lost one can be rotated: the old one stops working at once.
        </Detail>
      </dl>
      <div className="flex flex-wrap gap-2 border-t-[1.5px] border-line bg-sunk px-[18px] py-3.5 max-card:[&>*]:flex-1 max-md:[&>button]:min-h-11">
        {renderButtons(partner)}
      </div>
      {dialogs}
    </Card>
  );
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 border-t-[1.5px] border-line px-[18px] py-3 text-base leading-[1.45] sm:grid-cols-[8rem_minmax(0,1fr)]">
      <dt className="text-muted">{name}</dt>
      <dd className="max-w-[60ch] wrap-anywhere">{children}</dd>
    </div>
  );
}
