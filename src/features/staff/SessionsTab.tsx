import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, Laptop, LogOut, Smartphone } from 'lucide-react';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { errorMessage } from '#web/api/client.ts';
import { errorToast } from '#web/api/errors.ts';
import { endpointKey, endpointQuery } from '#web/api/queries.ts';
import { useChange } from '#web/api/useChange.ts';
import { Card } from '#web/ui/Card.tsx';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { Instant } from '#web/ui/Instant.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { Skeleton, SkeletonBox } from '#web/ui/Skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { AccountButton } from './AccountForm.tsx';
import { AccountLayout } from './AccountLayout.tsx';
import { contract } from './contract.ts';

type Session = EndpointResponse<typeof contract.sessions>['sessions'][number];

export function SessionsTab() {
  const list = useQuery({ ...endpointQuery(contract.sessions, {}), staleTime: 0 });
  const current = list.data?.sessions.filter(({ isCurrent }) => isCurrent) ?? [];
  const others = list.data?.sessions.filter(({ isCurrent }) => !isCurrent) ?? [];
  return (
    <AccountLayout tab="sessions">
      <p className="max-w-[60ch] text-base leading-[1.5] text-muted">
        Where you are logged in. A session ends after 12 hours without use, and after 7 days. End what you do
        not know, then change your password.
      </p>
      {list.isError && (
        <ErrorBanner
          message={errorMessage(list.error, 'Failed to load your sessions')}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
          className="mt-5"
        />
      )}
      {list.isPending && <Skeleton rows={3} row={<SkeletonBox className="h-10 w-72" />} className="mt-5" />}
      {list.data && (
        <Card console flush className="mt-5 max-w-[860px] overflow-clip">
          <ul aria-label="Sessions" className="m-0 list-none p-0">
            {[...current, ...others].map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
        </Card>
      )}
      {others.length > 0 && <EndOthersButton />}
    </AccountLayout>
  );
}

function SessionRow({ session }: { session: Session }) {
  const { id, device, address, lastUsedAt, createdAt, isCurrent } = session;
  const { timeZone } = useSiteInfo();
  const DeviceIcon = /iPhone|iPad|Android/.test(device) ? Smartphone : Laptop;
  return (
    <li className="flex items-center gap-x-4 gap-y-2.5 border-line px-4 py-3 not-first:border-t-[1.5px] max-sm:flex-wrap">
      <DeviceIcon size={20} aria-hidden="true" className="shrink-0 text-muted max-sm:self-start" />
      <div className="min-w-0 flex-1 max-sm:basis-48">
        <p className="text-base leading-[1.35] font-[650] wrap-anywhere">{device}</p>
        <p className="text-muted wrap-anywhere">
          {address ?? 'Address unknown'}
          <span className="max-sm:hidden">, </span>
          <span className="max-sm:block">
            <span className="max-sm:inline-block max-sm:first-letter:uppercase">since</span>{' '}
            <Instant at={createdAt} timeZone={timeZone} />
          </span>
        </p>
        <p className="text-muted">
          Last used <Instant at={lastUsedAt} timeZone={timeZone} />
        </p>
      </div>
      <div className="shrink-0 max-sm:w-full max-sm:ps-9">
        {isCurrent ? (
          <Pill tone="spruce" icon={Check}>
            This one
          </Pill>
        ) : (
          <EndButton id={id} device={device} />
        )}
      </div>
    </li>
  );
}

/** The contract has no subject for sessions, so the list is invalidated here. */
function useInvalidateSessions() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: endpointKey(contract.sessions) });
}

function EndButton({ id, device }: { id: number; device: string }) {
  const invalidateSessions = useInvalidateSessions();
  const endSession = useChange(contract.endSession, {
    change: (send) => send({ params: { id } }),
    onSuccess: async () => {
      toast({ kind: 'success', title: 'Session ended', description: `${device} is logged out.` });
      await invalidateSessions();
    },
    onError: async (error) => {
      errorToast(error, 'Failed to end the session.');
      await invalidateSessions();
    },
  });
  return (
    <AccountButton
      kind="clayOutline"
      pending={endSession.isPending}
      pendingLabel="Ending…"
      onClick={() => endSession.mutate()}
    >
      End<span className="sr-only"> {device}</span>
    </AccountButton>
  );
}

function EndOthersButton() {
  const invalidateSessions = useInvalidateSessions();
  const endOtherSessions = useChange(contract.endOtherSessions, {
    change: (send) => send({}),
    onSuccess: async ({ ended }) => {
      const title = ended === 1 ? '1 session ended' : `${ended} sessions ended`;
      toast({ kind: 'success', title, description: 'You are logged in here alone.' });
      await invalidateSessions();
    },
    onError: (error) => errorToast(error, 'Failed to end the other sessions.'),
  });
  return (
    <AccountButton
      kind="clayOutline"
      icon={LogOut}
      className="mt-4"
      pending={endOtherSessions.isPending}
      pendingLabel="Ending…"
      onClick={() => endOtherSessions.mutate()}
    >
      End all others
    </AccountButton>
  );
}
