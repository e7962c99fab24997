import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { contract as partners, type PartnerRow } from '#features/partners/contract.ts';
import { partnerAddress, type PartnerTab, StoreTab } from '#features/partners/StoreTab.tsx';
import { StatementActions, StatementTab } from '#features/till/StatementTab.tsx';
import { contract as tills } from '#features/till/contract.ts';
import { TillsTab } from '#features/till/TillsTab.tsx';
import { mayCall } from '#shared/roles.ts';
import * as titles from '#web/console/titles.ts';
import { errorMessage } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { TagObject } from '#web/art/TagObject.tsx';
import { ConsoleLayout } from '#web/console/ConsoleLayout.tsx';
import { NotForVolunteers } from '#web/console/NotForVolunteers.tsx';
import { useRole } from '#web/console/useMayCall.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/Shelf.tsx';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { Skeleton, SkeletonBox } from '#web/ui/Skeleton.tsx';
import { TabLink, TabList } from '#web/ui/Tabs.tsx';

/** A store in the console, with its details, statements and tills in tabs. */
export default function PartnerPage() {
  const role = useRole();
  const { id } = useParams();
  if (role && !mayCall(role, partners.adminPartners)) return <NotForVolunteers label="Partners" />;
  return (
    <ConsoleLayout currentTab="partners">
      <title>{titles.consolePartner}</title>
      <meta name="robots" content="noindex" />
      <Partner key={id} id={Number(id)} />
    </ConsoleLayout>
  );
}

function Partner({ id }: { id: number }) {
  const list = useQuery(endpointQuery(partners.adminPartners, {}));
  const partner = list.data?.partners.find((row) => row.id === id);
  const [searchParams] = useSearchParams();
  if (!list.data) {
    return list.isError ? (
      <ErrorBanner
        message={errorMessage(list.error, 'Failed to load partners')}
        onRetry={() => void list.refetch()}
        retrying={list.isFetching}
      />
    ) : (
      <Skeleton rows={4} row={<SkeletonBox className="h-9 w-80 max-w-full" />} />
    );
  }
  if (!partner) return <NoSuchStore />;
  const tab = tabFromAddress(searchParams.get('tab'));
  return (
    <>
      <title>{`${partner.name} · Console · ReRound`}</title>
      <PartnerHead partner={partner} tab={tab}>
        {tab === 'statement' && <StatementActions partner={partner} />}
      </PartnerHead>
      {tab === 'statement' && <StatementTab partnerId={partner.id} />}
      {tab === 'tills' && <TillsTab partner={partner} />}
      {tab === 'store' && <StoreTab partner={partner} />}
    </>
  );
}

function tabFromAddress(text: string | null): PartnerTab {
  return text === 'statement' || text === 'tills' ? text : 'store';
}

type PartnerHeadProps = { partner: PartnerRow; tab: PartnerTab; children: ReactNode };

/** A link back, the store's name, the tabs, and the current tab's actions. */
function PartnerHead({ partner: { id, name }, tab, children }: PartnerHeadProps) {
  const { data } = useQuery(endpointQuery(tills.tills, { params: { id } }));
  const ariaCurrent = (linkedTab: PartnerTab) => (linkedTab === tab ? 'page' : undefined);
  return (
    <div className="-mt-1.5 flex flex-wrap items-center gap-x-6 gap-y-1 sm:-mt-2.5 print:hidden">
      <Link
        to={paths.consoleTab('partners')}
        className="inline-flex min-h-9 items-center gap-2 rounded-console font-[650] text-spruce underline-offset-4 hover:underline max-md:min-h-11 max-md:basis-full"
      >
        <ArrowLeft size={17} aria-hidden="true" />
        Partners
      </Link>
      <h1 className="min-w-0 font-display text-[1.5rem] leading-[1.15] font-[750] tracking-[-.022em] wrap-anywhere">
        {name}
      </h1>
      <TabList label={name} className="border-b-0! max-sm:basis-full sm:ms-2">
        <TabLink>
          <Link to={partnerAddress(id, { tab: 'store' })} aria-current={ariaCurrent('store')}>
            Store
          </Link>
        </TabLink>
        <TabLink>
          <Link to={partnerAddress(id, { tab: 'statement' })} aria-current={ariaCurrent('statement')}>
            Statement
          </Link>
        </TabLink>
        <TabLink count={data?.tills.length}>
          <Link to={partnerAddress(id, { tab: 'tills' })} aria-current={ariaCurrent('tills')}>
            Tills
          </Link>
        </TabLink>
      </TabList>
      <div className="flex flex-wrap items-center gap-1 sm:ms-auto sm:gap-3">{children}</div>
    </div>
  );
}

function NoSuchStore() {
  return (
    <>
      <h1 className="sr-only">No such store</h1>
      <EmptyState
        object={TagObject}
        title="There is no such store."
        text="The address may have been cut short."
        action={
          <Button asChild kind="outline" size="small">
            <Link to={paths.consoleTab('partners')}>To the partners</Link>
          </Button>
        }
        className="py-10"
      />
    </>
  );
}
