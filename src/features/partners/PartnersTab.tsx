import { useQuery } from '@tanstack/react-query';
import { Plus, ReceiptText } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { endpointQuery } from '#web/api/queries.ts';
import { TagObject } from '#web/art/TagObject.tsx';
import { DataList } from '#web/console/DataList.tsx';
import { useAddressCommand } from '#web/console/useListAddress.ts';
import { Button } from '#web/ui/Button.tsx';
import { type Column, RowButton } from '#web/ui/DataRows.tsx';
import { EmptyState } from '#web/ui/Shelf.tsx';
import { contract, type PartnerRow } from './contract.ts';
import { AddPartnerDialog } from './PartnerDialogs.tsx';
import { PartnerLogo } from './PartnerLogo.tsx';
import { partnerAddress } from './StoreTab.tsx';
import { PartnerStatus, PartnerWebsite, usePartnerActions } from './usePartnerActions.tsx';

function partnerColumns(renderButtons: (partner: PartnerRow) => ReactNode): Column<PartnerRow>[] {
  return [
    {
      name: 'Name',
      kind: 'heading',
      className: 'wrap-anywhere max-lg:w-full lg:w-[24%] lg:min-w-40',
      cell: ({ id, name, logo, discount, link }, place) => (
        <span className="flex items-center gap-2.5">
          <PartnerLogo name={name} logo={logo} />
          <span className="min-w-0">
            <Link
              to={partnerAddress(id, { tab: 'statement' })}
              className="rounded-shelf underline-offset-4 hover:underline"
            >
              {name}
            </Link>
            {place === 'row' && (
              <span className="block font-normal lg:hidden">
                <span className="block text-muted">{discount}</span>
                {link !== null && <PartnerWebsite link={link} />}
              </span>
            )}
          </span>
        </span>
      ),
    },
    {
      name: 'Discount',
      kind: 'line',
      from: 'lg',
      quiet: ({ discount }) => discount === null,
      className: 'wrap-anywhere',
      cell: ({ discount }, place) => discount ?? (place === 'row' ? 'None' : 'No discount given'),
    },
    {
      name: 'Website',
      kind: 'line',
      from: 'lg',
      quiet: ({ link }) => link === null,
      className: 'max-w-56 truncate',
      cell: ({ link }, place) => (place === 'card' && link === null ? null : <PartnerWebsite link={link} />),
    },
    { name: 'Status', kind: 'pill', cell: (partner) => <PartnerStatus partner={partner} /> },
    {
      name: 'Actions',
      kind: 'actions',
      buttons: 4,
      cell: (partner) => (
        <>
          <RowButton asChild icon={ReceiptText}>
            <Link to={partnerAddress(partner.id, { tab: 'statement' })}>
              Account<span className="sr-only"> of {partner.name}</span>
            </Link>
          </RowButton>
          {renderButtons(partner)}
        </>
      ),
    },
  ];
}

export function PartnersTab() {
  const list = useQuery({
    ...endpointQuery(contract.adminPartners, {}),
    select: ({ partners: items }) => ({ items, total: items.length, limit: items.length, offset: 0 }),
  });
  const { renderButtons, editPartner, showPin, dialogs } = usePartnerActions();
  const [isAdding, setIsAdding] = useState(false);
  useAddressCommand('partner', () => setIsAdding(true));

  return (
    <>
      <DataList
        title="Partners"
        list={list}
        columns={partnerColumns(renderButtons)}
        keys={{ onOpen: editPartner }}
        failure={() => 'Failed to load partners'}
        toolbar={
          <Button
            size="console"
            icon={Plus}
            onClick={() => setIsAdding(true)}
            className="ms-auto max-md:min-h-11 max-sm:px-3"
          >
            Add partner
          </Button>
        }
        skeletonRows={4}
        empty={
          <EmptyState
            object={TagObject}
            title="No partners created yet."
            text="A partner store takes reward codes at its till with a PIN of its own. Adding the store makes the PIN."
            action={
              <Button kind="outline" size="small" icon={Plus} onClick={() => setIsAdding(true)}>
                Add the first partner
              </Button>
            }
          />
        }
      />
      {isAdding && (
        <AddPartnerDialog
          onClose={() => setIsAdding(false)}
          onCreated={(issuedPin) => {
            setIsAdding(false);
            showPin(issuedPin);
          }}
        />
      )}
      {dialogs}
    </>
  );
}
