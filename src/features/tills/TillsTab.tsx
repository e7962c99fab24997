import { useQuery } from '@tanstack/react-query';
import { Plus, ScanQrCode } from 'lucide-react';
import { useState } from 'react';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { errorMessage } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { useChange } from '#web/api/useChange.ts';
import { Phone } from '#web/art/Phone.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { Instant } from '#web/ui/Instant.tsx';
import { Skeleton, SkeletonBox } from '#web/ui/Skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { contract, type KnownTillRow } from './contract.ts';
import { TillLinkDialog } from './TillLinkDialog.tsx';

type Store = { id: number; name: string };

/** The browsers that are known as a store's tills. */
export function TillsTab({ partner }: { partner: Store }) {
  const list = useQuery(endpointQuery(contract.tills, { params: { id: partner.id } }));
  const { timeZone } = useSiteInfo();
  const [making, setMaking] = useState(false);
  const [ending, setEnding] = useState<KnownTillRow | null>(null);
  const tills = list.data?.tills;

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
          onClick={() => setMaking(true)}
        >
          Make a till
        </Button>
        <p className="max-w-[64ch] basis-full pb-1 text-base leading-[1.5] text-muted">
          A browser in which the store redeemed is its till. Wrong PINs elsewhere do not hold it up, and it
          shows what was redeemed on it today. The PIN is asked for all the same.
        </p>
      </div>
      {list.isError && (
        <ErrorBanner
          message={errorMessage(list.error, 'Failed to load the tills')}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
          className="mx-[18px] mb-4"
        />
      )}
      {list.isPending && (
        <Skeleton rows={2} row={<SkeletonBox className="h-10 w-72" />} className="px-[18px] pb-4" />
      )}
      {tills && tills.length > 0 && (
        <ul aria-label="Tills">
          {tills.map((till) => (
            <TillItem key={till.id} till={till} timeZone={timeZone} onEnd={() => setEnding(till)} />
          ))}
        </ul>
      )}
      {tills?.length === 0 && (
        <div className="border-t-[1.5px] border-line py-4">
          <EmptyState
            object={Phone}
            title="No till is known yet."
            text="The store’s browser becomes one with its first redemption, or by a link that you make."
            action={
              <Button kind="outline" size="small" icon={Plus} onClick={() => setMaking(true)}>
                Make the first till
              </Button>
            }
          />
        </div>
      )}
      {making && <TillLinkDialog partner={partner} onClose={() => setMaking(false)} />}
      {ending && (
        <EndTillDialog partner={partner} till={ending} timeZone={timeZone} onClose={() => setEnding(null)} />
      )}
    </Card>
  );
}

type TillItemProps = { till: KnownTillRow; timeZone: TimeZone; onEnd: () => void };

function TillItem({ till: { createdAt, lastUsedAt }, timeZone, onEnd }: TillItemProps) {
  return (
    <li className="flex items-center gap-x-4 gap-y-2 border-t-[1.5px] border-line px-[18px] py-3 max-sm:flex-wrap">
      <ScanQrCode size={20} aria-hidden="true" className="shrink-0 text-muted max-sm:self-start" />
      <div className="min-w-0 flex-1 max-sm:basis-48">
        <p className="text-base leading-[1.35] font-[650]">
          Till since <Instant at={createdAt} timeZone={timeZone} />
        </p>
        <p className="text-muted">
          {lastUsedAt === null ? (
            'Not used yet'
          ) : (
            <>
              Last used <Instant at={lastUsedAt} timeZone={timeZone} />
            </>
          )}
        </p>
      </div>
      <div className="shrink-0 max-sm:w-full max-sm:ps-9">
        <Button kind="clayOutline" size="console" className="max-md:min-h-11" onClick={onEnd}>
          End
          <span className="sr-only">
            {' '}
            the till since <Instant at={createdAt} timeZone={timeZone} />
          </span>
        </Button>
      </div>
    </li>
  );
}

type EndTillDialogProps = {
  partner: Store;
  till: KnownTillRow;
  timeZone: TimeZone;
  onClose: () => void;
};

function EndTillDialog({ partner, till, timeZone, onClose }: EndTillDialogProps) {
  const end = useChange(contract.endTill, {
    change: (send) => send({ params: { id: partner.id, tillId: till.id } }),
    onSuccess: () => {
      toast({
        kind: 'success',
        title: 'Till ended',
        description: `It is a stranger to ${partner.name} now.`,
      });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      title="End this till?"
      description={
        <>
          Known since <Instant at={till.createdAt} timeZone={timeZone} />. It is a stranger until it redeems
          with the PIN again. To keep somebody out, give the store a new PIN instead.
        </>
      }
      confirmLabel="End the till"
      pendingLabel="Ending…"
      kind="clay"
      onConfirm={() => end.mutate()}
      onCancel={onClose}
      error={end.error && errorMessage(end.error, 'Failed to end the till')}
      pending={end.isPending}
    />
  );
}
