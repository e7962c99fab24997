import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { TagObject } from '#web/art/TagObject.tsx';
import { endpointQuery } from '#web/api/queries.ts';
import { useAddressCommand } from '#web/console/useAddressCommand.ts';
import { useRowKeys } from '#web/console/useRowKeys.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { TableCard } from '#web/ui/Table.tsx';
import { PHONE, useMediaQuery } from '#web/ui/useMediaQuery.ts';
import { AddPartnerDialog } from './AddPartnerDialog.tsx';
import { contract, type PartnerRow } from './contract.ts';
import { EditPartnerDialog } from './EditPartnerDialog.tsx';
import { PartnerCards, PartnerCardsSkeleton } from './PartnerCards.tsx';
import { PartnersTable, PartnersTableSkeleton } from './PartnersTable.tsx';
import { PinDialog, type IssuedPin } from './PinDialog.tsx';
import { RotatePinDialog } from './RotatePinDialog.tsx';

export function PartnersTab() {
  const list = useQuery(endpointQuery(contract.adminPartners, {}));
  const phone = useMediaQuery(PHONE);
  const [adding, setAdding] = useState(false);
  const [editing, setEditing] = useState<PartnerRow | null>(null);
  const [rotating, setRotating] = useState<PartnerRow | null>(null);
  const [issuedPin, setIssuedPin] = useState<IssuedPin | null>(null);
  useAddressCommand('partner', () => setAdding(true));

  const partners = list.data?.partners;
  const List = phone ? PartnerCards : PartnersTable;
  useRowKeys({ rows: partners ?? [], onOpen: setEditing });

  function showPin(pin: IssuedPin) {
    setAdding(false);
    setRotating(null);
    setIssuedPin(pin);
  }

  return (
    <>
      <TableCard
        toolbar={
          <>
            <h1 className="font-display text-[1.375rem] leading-[1.15] font-[750] tracking-[-.022em]">
              Partners
            </h1>
            <span className="text-base text-muted tabular">{partners?.length}</span>
            <Button
              size="console"
              icon={Plus}
              onClick={() => setAdding(true)}
              className="ms-auto max-sm:min-h-11 max-sm:px-3"
            >
              Add partner
            </Button>
          </>
        }
      >
        {list.isError && (
          <ErrorBanner
            message="Failed to load partners"
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
            className="mx-3.5 mb-3.5"
          />
        )}
        {list.isPending && <Loading phone={phone} />}
        {partners && partners.length > 0 && (
          <List partners={partners} onEdit={setEditing} onRotatePin={setRotating} />
        )}
        {partners?.length === 0 && (
          <EmptyState
            object={TagObject}
            title="No partners created yet."
            text="A partner store takes reward codes at its till with a PIN of its own. Adding the store makes the PIN."
            action={
              <Button kind="outline" size="small" icon={Plus} onClick={() => setAdding(true)}>
                Add the first partner
              </Button>
            }
            className="border-t-[1.5px] border-line py-10"
          />
        )}
      </TableCard>
      {adding && <AddPartnerDialog onClose={() => setAdding(false)} onCreated={showPin} />}
      {editing && <EditPartnerDialog partner={editing} onClose={() => setEditing(null)} />}
      {rotating && (
        <RotatePinDialog partner={rotating} onClose={() => setRotating(null)} onRotated={showPin} />
      )}
      {issuedPin && <PinDialog {...issuedPin} onClose={() => setIssuedPin(null)} />}
    </>
  );
}

function Loading({ phone }: { phone: boolean }) {
  return (
    <div role="status">
      <span className="sr-only">Loading…</span>
      {phone ? <PartnerCardsSkeleton /> : <PartnersTableSkeleton />}
    </div>
  );
}
