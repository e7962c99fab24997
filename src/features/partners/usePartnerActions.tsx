import { KeyRound, Pencil, Power, PowerOff } from 'lucide-react';
import { useState } from 'react';
import { parseAddress } from '#shared/publicUrl.ts';
import { errorToast } from '#web/api/errors.ts';
import { useChange } from '#web/api/useChange.ts';
import { RowButton } from '#web/ui/DataRows.tsx';
import { StatusPill } from '#web/ui/Pill.tsx';
import { toast } from '#web/ui/toast.ts';
import { contract, type PartnerRow } from './contract.ts';
import { EditPartnerDialog, type IssuedPin, PinDialog, RotatePinDialog } from './PartnerDialogs.tsx';

/** The actions on stores. The caller renders the buttons of each store, and `dialogs` once. */
export function usePartnerActions() {
  const [editedPartner, setEditedPartner] = useState<PartnerRow | null>(null);
  const [rotatedPartner, setRotatedPartner] = useState<PartnerRow | null>(null);
  const [issuedPin, setIssuedPin] = useState<IssuedPin | null>(null);

  function showPin(newPin: IssuedPin) {
    setRotatedPartner(null);
    setIssuedPin(newPin);
  }

  return {
    renderButtons: (partner: PartnerRow) => (
      <>
        <RowButton icon={Pencil} onClick={() => setEditedPartner(partner)}>
          Edit
        </RowButton>
        <RowButton icon={KeyRound} onClick={() => setRotatedPartner(partner)}>
          Rotate PIN
        </RowButton>
        <ActiveButton partner={partner} />
      </>
    ),
    editPartner: setEditedPartner,
    showPin,
    dialogs: (
      <>
        {editedPartner && (
          <EditPartnerDialog partner={editedPartner} onClose={() => setEditedPartner(null)} />
        )}
        {rotatedPartner && (
          <RotatePinDialog
            partner={rotatedPartner}
            onClose={() => setRotatedPartner(null)}
            onRotated={showPin}
          />
        )}
        {issuedPin && <PinDialog issuedPin={issuedPin} onClose={() => setIssuedPin(null)} />}
      </>
    ),
  };
}

function ActiveButton({ partner: { id, is_active: isActive } }: { partner: PartnerRow }) {
  const setActive = useChange(contract.setPartnerActive, {
    change: (send, active: boolean) => send({ params: { id }, body: { active } }),
    staysPending: true,
    onSuccess: ({ partner: { name, is_active: active } }) =>
      toast({
        kind: 'success',
        title: active ? 'Partner activated' : 'Partner deactivated',
        description: active
          ? `${name} redeems reward codes with its PIN again.`
          : `The PIN of ${name} redeems no reward codes until you activate it.`,
      }),
    onError: (error) => errorToast(error, 'Failed to update partner'),
  });
  return (
    <RowButton
      kind={isActive ? 'clayGhost' : 'outline'}
      className="min-w-26"
      icon={isActive ? PowerOff : Power}
      pending={setActive.isPending}
      pendingLabel={setActive.variables ? 'Activating…' : 'Deactivating…'}
      onClick={() => setActive.mutate(!isActive)}
    >
      {isActive ? 'Deactivate' : 'Activate'}
    </RowButton>
  );
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
