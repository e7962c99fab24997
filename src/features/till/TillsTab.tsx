import { useQuery } from '@tanstack/react-query';
import { Plus, ScanQrCode } from 'lucide-react';
import { useState } from 'react';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { errorMessage } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { useChange } from '#web/api/useChange.ts';
import { Phone } from '#web/art/Phone.tsx';
import { ConfirmDialog } from '#web/form/ConfirmDialog.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { type Column, DataRows } from '#web/ui/DataRows.tsx';
import { DataRowsSkeleton, ListStates } from '#web/ui/ListStates.tsx';
import { EmptyState } from '#web/ui/Shelf.tsx';
import { Instant } from '#web/ui/Instant.tsx';
import { toast } from '#web/ui/toast.ts';
import { contract, type RegisteredTillRow } from './contract.ts';
import { LinkDialog } from './LinkDialog.tsx';
import { TILL_LINK_HOURS } from './rules.ts';

type Partner = { id: number; name: string };

const tillColumns = (
  timeZone: TimeZone,
  onEnd: (till: RegisteredTillRow) => void,
): Column<RegisteredTillRow>[] => [
  {
    name: 'Till',
    kind: 'heading',
    cell: ({ createdAt }) => (
      <span className="flex gap-x-4">
        <ScanQrCode size={20} aria-hidden="true" className="shrink-0 text-muted" />
        <span>
          Till since <Instant at={createdAt} timeZone={timeZone} />
        </span>
      </span>
    ),
  },
  {
    name: 'Last used',
    kind: 'line',
    cell: ({ lastUsedAt }) => (
      <span className="ps-9">
        {lastUsedAt === null ? (
          'Not used yet'
        ) : (
          <>
            Last used <Instant at={lastUsedAt} timeZone={timeZone} />
          </>
        )}
      </span>
    ),
  },
  {
    name: 'Actions',
    kind: 'actions',
    cell: (till) => (
      <Button kind="clayOutline" size="console" onClick={() => onEnd(till)}>
        End
        <span className="sr-only">
          {' '}
          the till since <Instant at={till.createdAt} timeZone={timeZone} />
        </span>
      </Button>
    ),
  },
];

/** The browsers that are registered as a store's tills. */
export function TillsTab({ partner }: { partner: Partner }) {
  const list = useQuery({
    ...endpointQuery(contract.tills, { params: { id: partner.id } }),
    // `ListStates` expects a page: all tills are on one.
    select: ({ tills: items }) => ({ items, total: items.length, limit: items.length, offset: 0 }),
  });
  const { timeZone } = useSiteInfo();
  const [isCreating, setCreating] = useState(false);
  const [tillToEnd, setTillToEnd] = useState<RegisteredTillRow | null>(null);
  const columns = tillColumns(timeZone, setTillToEnd);

  return (
    <Card as="section" console flush aria-labelledby="tills" className="max-w-[860px] overflow-clip">
      <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 px-[18px] py-2.5">
        <h2 id="tills" className="font-display text-[1.375rem] leading-[1.15] font-[750] tracking-[-.022em]">
          Tills
        </h2>
        <Button
          size="console"
          icon={Plus}
          className="ms-auto max-md:min-h-11 max-sm:px-3"
          onClick={() => setCreating(true)}
        >
          Make a till
        </Button>
        <p className="max-w-[64ch] basis-full pb-1 text-base leading-[1.5] text-muted">
          A browser in which the store redeemed is its till. Wrong PINs in other browsers do not block it, and
          it shows what was redeemed on it today. The PIN is still required.
        </p>
      </div>
      <ListStates
        list={list}
        failure={(error) => errorMessage(error, 'Failed to load the tills')}
        bannerClassName="mx-[18px] mb-4"
        skeleton={<DataRowsSkeleton asCards columns={columns} rows={2} />}
        empty={
          <div className="border-t-[1.5px] border-line py-4">
            <EmptyState
              object={Phone}
              title="No tills yet"
              text="The store’s browser becomes one with its first redemption, or by a link that you make."
              action={
                <Button kind="outline" size="small" icon={Plus} onClick={() => setCreating(true)}>
                  Make the first till
                </Button>
              }
            />
          </div>
        }
      >
        {(tills) => <DataRows asCards label="Tills" columns={columns} rows={tills} />}
      </ListStates>
      {isCreating && <TillLinkDialog partner={partner} onClose={() => setCreating(false)} />}
      {tillToEnd && <EndTillDialog partner={partner} till={tillToEnd} onClose={() => setTillToEnd(null)} />}
    </Card>
  );
}

type EndTillDialogProps = { partner: Partner; till: RegisteredTillRow; onClose: () => void };

function EndTillDialog({ partner, till, onClose }: EndTillDialogProps) {
  const { timeZone } = useSiteInfo();
  const endTill = useChange(contract.endTill, {
    change: (send) => send({ params: { id: partner.id, tillId: till.id } }),
    onSuccess: () =>
      toast({
        kind: 'success',
        title: 'Till ended',
        description: `Its browser is no longer a till of ${partner.name}.`,
      }),
  });
  return (
    <ConfirmDialog
      title="End this till?"
      description={
        <>
          A till since <Instant at={till.createdAt} timeZone={timeZone} />. Its browser becomes a till again
          when it redeems a code with the PIN. To keep somebody out, give the store a new PIN instead.
        </>
      }
      confirmLabel="End the till"
      pendingLabel="Ending…"
      kind="clay"
      change={endTill}
      onConfirm={() => endTill.mutate(undefined, { onSuccess: onClose })}
      failed="Failed to end the till"
      onClose={onClose}
    />
  );
}

/** Creates a link that registers a browser as a till. Nobody can see the link again once the dialog is closed. */
function TillLinkDialog({ partner: { id, name }, onClose }: { partner: Partner; onClose: () => void }) {
  const { timeZone } = useSiteInfo();
  const createLink = useChange(contract.createTillLink, {
    change: (send) => send({ params: { id } }),
    // The link leaves the cache when the dialog closes, because it registers a till.
    gcTime: 0,
  });
  return (
    <LinkDialog
      title={`Make a till of ${name}`}
      create={createLink}
      createLabel="Make the link"
      linkLabel="Link for the till"
      qrLabel={`QR code of the link that makes a till of ${name}`}
      linkNote={
        createLink.data && (
          <>
            Scan it with the store’s own device, or copy it. It works in one browser, until{' '}
            <Instant at={createLink.data.expiresAt} timeZone={timeZone} />.
          </>
        )
      }
      onClose={onClose}
    >
      <p>
        For a browser in which the store has not redeemed yet. Open the link on the store’s own device and
        press the button there: from then on it is a till. The link makes one till, within {TILL_LINK_HOURS}{' '}
        hours. Redeeming still takes the PIN.
      </p>
    </LinkDialog>
  );
}
