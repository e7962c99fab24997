import { useMutationState, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Pencil, Power, PowerOff, ReceiptText } from 'lucide-react';
import { Link } from 'react-router';
import { parseAddress } from '#shared/parseAddress.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { errorToast } from '#web/api/errorToast.ts';
import { useChange } from '#web/api/useChange.ts';
import { Button } from '#web/ui/Button.tsx';
import { StatusPill } from '#web/ui/Pill.tsx';
import { toast } from '#web/ui/toast.ts';
import { contract, type PartnerRow } from './contract.ts';
import { partnerAddress } from './partnerAddress.ts';

export type PartnerActing = {
  /** The ids of those that are being activated or deactivated. */
  changing: readonly number[];
  onToggleActive: (partner: PartnerRow) => void;
  onEdit: (partner: PartnerRow) => void;
  onRotatePin: (partner: PartnerRow) => void;
};

export type PartnerListProps = PartnerActing & { partners: readonly PartnerRow[] };

type ActionSize = 'row' | 'small';

export function PartnerStatus({ partner }: { partner: PartnerRow }) {
  return <StatusPill status={partner.is_active ? 'active' : 'inactive'} size="small" />;
}

/** A store's name, which leads to its account. */
export function PartnerLink({ partner: { id, name } }: { partner: PartnerRow }) {
  return (
    <Link
      to={partnerAddress(id, { tab: 'statement' })}
      className="rounded-shelf underline-offset-4 hover:underline"
    >
      {name}
    </Link>
  );
}

/** The store's website by its host's name. */
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

/** The same in words, beside what else can be done. */
export function AccountButton({ partner: { id, name }, size }: { partner: PartnerRow; size: ActionSize }) {
  return (
    <Button asChild kind={size === 'row' ? 'quiet' : 'outline'} size={size}>
      <Link to={partnerAddress(id, { tab: 'statement' })}>
        {size === 'row' && <ReceiptText size={14} aria-hidden="true" />}
        Account<span className="sr-only"> of {name}</span>
      </Link>
    </Button>
  );
}

function EditPartnerButton({ size, onClick }: { size: ActionSize; onClick: () => void }) {
  return (
    <Button kind={size === 'row' ? 'quiet' : 'outline'} size={size} icon={Pencil} onClick={onClick}>
      Edit
    </Button>
  );
}

function RotatePinButton({ size, onClick }: { size: ActionSize; onClick: () => void }) {
  return (
    <Button kind={size === 'row' ? 'quiet' : 'outline'} size={size} icon={KeyRound} onClick={onClick}>
      Rotate PIN
    </Button>
  );
}

const setActiveKey = ['set partner active'];

/** Lets stores redeem or stops them, and tells of which that is under way. */
export function useSetPartnerActive() {
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

type SetActiveButtonProps = { size: ActionSize; active: boolean; pending: boolean; onClick: () => void };

/** Lets a store redeem, or stops it. */
function SetActiveButton({ size, active, pending, onClick }: SetActiveButtonProps) {
  return (
    <Button
      kind={active ? 'clayGhost' : 'outline'}
      size={size}
      className="min-w-26"
      icon={active ? PowerOff : Power}
      pending={pending}
      pendingLabel={active ? 'Deactivating…' : 'Activating…'}
      onClick={onClick}
    >
      {active ? 'Deactivate' : 'Activate'}
    </Button>
  );
}

type PartnerActionsProps = PartnerActing & { partner: PartnerRow; size: ActionSize };

/** What an admin can do with a store. */
export function PartnerActions({
  partner,
  size,
  changing,
  onToggleActive,
  onEdit,
  onRotatePin,
}: PartnerActionsProps) {
  return (
    <>
      <EditPartnerButton size={size} onClick={() => onEdit(partner)} />
      <RotatePinButton size={size} onClick={() => onRotatePin(partner)} />
      <SetActiveButton
        size={size}
        active={partner.is_active}
        pending={changing.includes(partner.id)}
        onClick={() => onToggleActive(partner)}
      />
    </>
  );
}
