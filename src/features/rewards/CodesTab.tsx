import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download, Plus } from 'lucide-react';
import { useState } from 'react';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { TagObject } from '#web/art/TagObject.tsx';
import { endpointUrl } from '#shared/endpoint.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { ListPager } from '#web/console/ListPager.tsx';
import { useListAddress } from '#web/console/useListAddress.ts';
import { useRowKeys } from '#web/console/useRowKeys.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { TableCard, TableTitle } from '#web/ui/Table.tsx';
import { UpdatedAgo } from '#web/ui/UpdatedAgo.tsx';
import { PHONE, useMediaQuery } from '#web/ui/useMediaQuery.ts';
import { CodeCards, CodeCardsSkeleton } from './CodeCards.tsx';
import { CodeFilters, codeFilters, type CodeAddress } from './CodeFilters.tsx';
import { CodesTable, CodesTableSkeleton } from './CodesTable.tsx';
import { contract, type CodeRow } from './contract.ts';
import { CreateCodeDialog } from './CreateCodeDialog.tsx';
import { ExtendCodeDialog } from './ExtendCodeDialog.tsx';
import { RevokeCodeDialog } from './RevokeCodeDialog.tsx';

/** Every reward code, with what may be done to it. */
export function CodesTab() {
  const address = useListAddress(codeFilters);
  const { timeZone } = useSiteInfo();
  const phone = useMediaQuery(PHONE);
  const list = useQuery({
    ...endpointQuery(contract.codes, { query: address.query }),
    placeholderData: keepPreviousData,
  });
  const [creating, setCreating] = useState(false);
  const [extending, setExtending] = useState<CodeRow | null>(null);
  const [revoking, setRevoking] = useState<CodeRow | null>(null);

  const page = list.data;
  const List = phone ? CodeCards : CodesTable;
  useRowKeys({ rows: page?.items ?? [] });

  return (
    <>
      <TableCard
        toolbar={
          <>
            <TableTitle count={page?.total}>Codes</TableTitle>
            <div className="ms-auto flex gap-2.5">
              <ExportLink query={address.query} />
              <Button
                size="console"
                icon={Plus}
                onClick={() => setCreating(true)}
                className="max-sm:min-h-11 max-sm:px-3 max-[22rem]:[&>svg]:hidden"
              >
                Create code
              </Button>
            </div>
            <CodeFilters address={address} />
          </>
        }
        footer={
          page && page.total > 0 ? (
            <>
              <ListPager page={page} address={address} />
              <UpdatedAgo at={list.dataUpdatedAt} />
            </>
          ) : undefined
        }
      >
        {list.isError && (
          <ErrorBanner
            message="Failed to load codes"
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
            className="mx-3.5 mb-3.5"
          />
        )}
        {list.isPending && <Loading phone={phone} />}
        {page && page.items.length > 0 && (
          <div
            aria-busy={list.isPlaceholderData}
            className={list.isPlaceholderData ? 'opacity-60' : undefined}
          >
            <List
              codes={page.items}
              now={new Date(list.dataUpdatedAt)}
              timeZone={timeZone}
              onExtend={setExtending}
              onRevoke={setRevoking}
            />
          </div>
        )}
        {page?.total === 0 && <NoCodes address={address} onCreate={() => setCreating(true)} />}
      </TableCard>
      {creating && <CreateCodeDialog onClose={() => setCreating(false)} />}
      {extending && <ExtendCodeDialog code={extending} onClose={() => setExtending(null)} />}
      {revoking && <RevokeCodeDialog code={revoking} onClose={() => setRevoking(null)} />}
    </>
  );
}

/** The list as it is filtered, whole. */
function ExportLink({ query: { status, q, participantId } }: { query: CodeAddress['query'] }) {
  return (
    <Button
      asChild
      kind="outline"
      size="console"
      icon={Download}
      className="max-sm:min-h-11 max-sm:px-3 max-[22rem]:[&>svg]:hidden"
    >
      <a href={endpointUrl(contract.exportCodes, { query: { status, q, participantId } })} download>
        Export CSV
      </a>
    </Button>
  );
}

function NoCodes({ address, onCreate }: { address: CodeAddress; onCreate: () => void }) {
  return (
    <EmptyState
      object={TagObject}
      title="No codes found."
      text={
        address.filtered
          ? 'Other filters may show more.'
          : 'A confirmed donation brings its donor a reward code. You can also create one by hand.'
      }
      action={
        address.filtered ? (
          <Button kind="outline" size="small" onClick={address.clear}>
            Clear filters
          </Button>
        ) : (
          <Button kind="outline" size="small" icon={Plus} onClick={onCreate}>
            Create the first code
          </Button>
        )
      }
      className="border-t-[1.5px] border-line py-10"
    />
  );
}

function Loading({ phone }: { phone: boolean }) {
  return (
    <div role="status">
      <span className="sr-only">Loading…</span>
      {phone ? <CodeCardsSkeleton /> : <CodesTableSkeleton />}
    </div>
  );
}
