import { useQuery } from '@tanstack/react-query';
import { Flag } from 'lucide-react';
import { Link } from 'react-router';
import { partnerAddress } from '#features/partners/partnerAddress.ts';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { dayOf } from '#shared/dates.ts';
import { errorMessage } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { Card } from '#web/ui/Card.tsx';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { contract } from './contract.ts';
import { lineName } from './toldLines.ts';

/** What stores say is not theirs and nobody has answered, each with the way to its statement. */
export function OpenDisputes() {
  const { timeZone } = useSiteInfo();
  const list = useQuery(endpointQuery(contract.disputes, {}));
  if (list.isError) {
    return (
      <ErrorBanner
        message={errorMessage(list.error, 'Failed to load what stores say is not theirs')}
        onRetry={() => void list.refetch()}
        retrying={list.isFetching}
      />
    );
  }
  if (!list.data || list.data.disputes.length === 0) return null;
  return (
    <Card
      as="section"
      console
      tone="clay"
      aria-labelledby="open-disputes"
      className="px-[18px]! pt-3.5! pb-2!"
    >
      <h2 id="open-disputes" className="flex items-center gap-2.5 text-base font-[650] text-clay-deep">
        <Flag size={17} aria-hidden="true" />
        Stores say: not ours
      </h2>
      <ul className="mt-1">
        {list.data.disputes.map(({ id, partner, line, note }) => (
          <li
            key={id}
            className="flex flex-wrap items-center gap-x-3 border-line py-1 leading-[1.45] not-first:border-t-[1.5px] max-md:py-2"
          >
            <span className="min-w-0 flex-1 basis-64 wrap-anywhere">
              <b className="font-[650]">{partner.name}</b>: {lineName(line, timeZone)}
              {note !== null && <span className="text-muted"> “{note}”</span>}
            </span>
            <Link
              to={partnerAddress(partner.id, {
                tab: 'statement',
                month: dayOf(new Date(line.at), timeZone).slice(0, 7),
              })}
              className="inline-flex min-h-9 items-center rounded-console font-semibold text-spruce underline-offset-4 hover:underline max-md:min-h-11"
            >
              To the statement<span className="sr-only"> of {partner.name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
