import { useMutationState, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Pencil, Power, PowerOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { parseAddress } from '#shared/publicUrl.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { errorToast } from '#web/api/errors.ts';
import { useChange } from '#web/api/useChange.ts';
import { RowButton } from '#web/ui/DataRows.tsx';
import { StatusPill } from '#web/ui/Pill.tsx';
import { toast } from '#web/ui/toast.ts';
import { contract, type PartnerRow } from './contract.ts';
import { EditPartnerDialog, type IssuedPin, PinDialog, RotatePinDialog } from './PartnerDialogs.tsx';

type PartnerActions = {
  buttonsOf: (partner: PartnerRow) => ReactNode;
  edit: (partner: PartnerRow) => void;
  showPin: (pin: IssuedPin) => void;
  /** To be rendered beside the buttons. */
  dialogs: ReactNode;
};

/** The actions on stores, with their dialogs. */
export function usePartnerActions(): PartnerActions {
  const { toggle, changing } = useSetPartnerActive();
  const [editing, setEditing] = useState<PartnerRow | null>(null);
  const [rotating, setRotating] = useState<PartnerRow | null>(null);
  const [issuedPin, setIssuedPin] = useState<IssuedPin | null>(null);

  function showPin(pin: IssuedPin) {
    setRotating(null);
    setIssuedPin(pin);
  }

  function buttonsOf(partner: PartnerRow) {
    const { id, is_active: isActive } = partner;
    return (
      <>
        <RowButton icon={Pencil} onClick={() => setEditing(partner)}>
          Edit
        </RowButton>
        <RowButton icon={KeyRound} onClick={() => setRotating(partner)}>
          Rotate PIN
        </RowButton>
        <RowButton
          kind={isActive ? 'clayGhost' : 'outline'}
          className="min-w-26"
          icon={isActive ? PowerOff : Power}
          pending={changing.includes(id)}
          pendingLabel={isActive ? 'Deactivating…' : 'Activating…'}
          onClick={() => toggle(partner)}
        >
          {isActive ? 'Deactivate' : 'Activate'}
        </RowButton>
      </>
    );
  }

  return {
    buttonsOf,
    edit: setEditing,
    showPin,
    dialogs: (
      <>
        {editing && <EditPartnerDialog partner={editing} onClose={() => setEditing(null)} />}
        {rotating && (
          <RotatePinDialog partner={rotating} onClose={() => setRotating(null)} onRotated={showPin} />
        )}
        {issuedPin && <PinDialog {...issuedPin} onClose={() => setIssuedPin(null)} />}
      </>
    ),
  };
}

const setActiveKey = ['set partner active'];

/** Activates and deactivates stores. `changing` has those with a call under way. */
function useSetPartnerActive() {
  const queryClient = useQueryClient();
  const changing = useMutationState({
    filters: { mutationKey: setActiveKey, status: 'pending' },
    select: ({ state }) => (state.variables as PartnerRow).id,
  });
  const { mutate } = useChange(contract.setPartnerActive, {
    mutationKey: setActiveKey,
    change: (send, { id, is_active: active }: PartnerRow) =>
      send({ params: { id }, body: { active: !active } }),
    onSuccess: ({ partner: changed }) => {
      queryClient.setQueryData(
        endpointQuery(contract.adminPartners, {}).queryKey,
        (list) =>
          list && { ...list, partners: list.partners.map((row) => (row.id === changed.id ? changed : row)) },
      );
      toast({
        kind: 'success',
        title: changed.is_active ? 'Partner activated' : 'Partner deactivated',
        description: changed.is_active
          ? `${changed.name} redeems reward codes with its PIN again.`
          : `The PIN of ${changed.name} redeems no reward codes until you activate it.`,
      });
    },
    onError: (error) => errorToast(error, 'Failed to update partner'),
  });
  return { toggle: mutate, changing };
}

export function PartnerStatus({ partner }: { partner: PartnerRow }) {
  return <StatusPill status={partner.is_active ? 'active' : 'inactive'} size="small" />;
}

export function PartnerWebsite({ link }: { link: string | null }) {
  if (link === null) return 'None';
  return (
    <a
      href={link}
      target="_blank"
      rel="noreferrer"
      className="rounded-shelf font-medium text-spruce underline underline-offset-4 max-md:inline-flex max-md:min-h-11 max-md:items-center"
    >
      {parseAddress(link)?.hostname.replace(/^www\./, '') ?? link}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
