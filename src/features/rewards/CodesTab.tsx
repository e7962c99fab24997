import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download, Plus } from 'lucide-react';
import { useState } from 'react';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { TagObject } from '#web/art/TagObject.tsx';
import { endpointUrl } from '#shared/endpoint.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { CardsSkeleton } from '#web/console/CardRow.tsx';
import { ListCard } from '#web/console/ListCard.tsx';
import { useListAddress } from '#web/console/useListAddress.ts';
import { Button } from '#web/ui/Button.tsx';
import { TableSkeleton } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { CodeCards } from './CodeCards.tsx';
import { CodeFilters, codeFilters, type CodeAddress } from './CodeFilters.tsx';
import { codeColumns, CodesTable } from './CodesTable.tsx';
import { contract, type CodeRow } from './contract.ts';
import { CreateCodeDialog } from './CreateCodeDialog.tsx';
import { ExtendCodeDialog } from './ExtendCodeDialog.tsx';
import { MarkCodeUsedDialog } from './MarkCodeUsedDialog.tsx';
import { RevokeCodeDialog } from './RevokeCodeDialog.tsx';
import { ClearFilters } from '#web/console/ClearFilters.tsx';

/** Every reward code, with what may be done to it. */
export function CodesTab() {
  const address = useListAddress(codeFilters);
  const { timeZone } = useSiteInfo();
  const list = useQuery({
    ...endpointQuery(contract.codes, { query: address.query }),
    placeholderData: keepPreviousData,
  });
  const [creating, setCreating] = useState(false);
  const [marking, setMarking] = useState<CodeRow | null>(null);
  const [extending, setExtending] = useState<CodeRow | null>(null);
  const [revoking, setRevoking] = useState<CodeRow | null>(null);

  return (
    <>
      <ListCard
        title="Codes"
        list={list}
        address={address}
        failure={() => 'Failed to load codes'}
        toolbar={
          <>
            <div className="ms-auto flex gap-2.5 max-sm:w-full max-sm:[&>*]:flex-1">
              <ExportLink query={address.query} />
              <Button
                size="console"
                icon={Plus}
                onClick={() => setCreating(true)}
                className="max-md:min-h-11 max-sm:px-3 max-[22rem]:[&>svg]:hidden"
              >
                Create code
              </Button>
            </div>
            <CodeFilters address={address} />
          </>
        }
        skeletons={{
          table: <TableSkeleton columns={codeColumns} />,
          cards: <CardsSkeleton lines={['w-2/5', 'w-3/5', 'w-4/5']} buttons />,
        }}
        empty={<NoCodes address={address} onCreate={() => setCreating(true)} />}
      >
        {(codes, asCards) => {
          const List = asCards ? CodeCards : CodesTable;
          return (
            <List
              codes={codes}
              now={new Date(list.dataUpdatedAt)}
              timeZone={timeZone}
              onMarkUsed={setMarking}
              onExtend={setExtending}
              onRevoke={setRevoking}
            />
          );
        }}
      </ListCard>
      {creating && <CreateCodeDialog onClose={() => setCreating(false)} />}
      {marking && <MarkCodeUsedDialog code={marking} onClose={() => setMarking(null)} />}
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
      className="max-md:min-h-11 max-sm:px-3 max-[22rem]:[&>svg]:hidden"
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
          <ClearFilters onClear={address.clear} />
        ) : (
          <Button kind="outline" size="small" icon={Plus} onClick={onCreate}>
            Create the first code
          </Button>
        )
      }
    />
  );
}
