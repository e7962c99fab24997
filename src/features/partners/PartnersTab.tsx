import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { TagObject } from '#web/art/TagObject.tsx';
import { endpointQuery } from '#web/api/queries.ts';
import { CardsSkeleton } from '#web/console/CardRow.tsx';
import { ListCard } from '#web/console/ListCard.tsx';
import { useAddressCommand } from '#web/console/useAddressCommand.ts';
import { Button } from '#web/ui/Button.tsx';
import { TableSkeleton } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { AddPartnerDialog } from './AddPartnerDialog.tsx';
import { contract } from './contract.ts';
import { PartnerCards } from './PartnerCards.tsx';
import { partnerColumns, PartnersTable } from './PartnersTable.tsx';
import type { IssuedPin } from './PinDialog.tsx';
import { usePartnerActing } from './usePartnerActing.tsx';

/** The stores, and above them what they say is not theirs. */
export function PartnersTab({ Disputes }: { Disputes: ComponentType }) {
  const list = useQuery({
    ...endpointQuery(contract.adminPartners, {}),
    select: ({ partners: items }) => ({ items, total: items.length, limit: items.length, offset: 0 }),
  });
  const { acting, showPin, dialogs } = usePartnerActing();
  const [adding, setAdding] = useState(false);
  useAddressCommand('partner', () => setAdding(true));

  function showNewPin(pin: IssuedPin) {
    setAdding(false);
    showPin(pin);
  }

  return (
    <>
      <Disputes />
      <ListCard
        title="Partners"
        list={list}
        keys={{ onOpen: acting.onEdit }}
        failure={() => 'Failed to load partners'}
        toolbar={
          <Button
            size="console"
            icon={Plus}
            onClick={() => setAdding(true)}
            className="ms-auto max-md:min-h-11 max-sm:px-3"
          >
            Add partner
          </Button>
        }
        skeletons={{
          table: <TableSkeleton columns={partnerColumns} rows={4} />,
          cards: <CardsSkeleton cards={3} lines={['w-2/5', 'w-3/5']} buttons />,
        }}
        empty={
          <EmptyState
            object={TagObject}
            title="No partners created yet."
            text="A partner store takes reward codes at its till with a PIN of its own. Adding the store makes the PIN."
            action={
              <Button kind="outline" size="small" icon={Plus} onClick={() => setAdding(true)}>
                Add the first partner
              </Button>
            }
          />
        }
      >
        {(partners, asCards) => {
          const List = asCards ? PartnerCards : PartnersTable;
          return <List partners={partners} {...acting} />;
        }}
      </ListCard>
      {adding && <AddPartnerDialog onClose={() => setAdding(false)} onCreated={showNewPin} />}
      {dialogs}
    </>
  );
}
