import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { studentMe } from '#features/donors/studentMeAddress.ts';
import { discounts as words, termsSentence, tierNames, tierRules } from '#words/rewards.tsx';
import { titles } from '#words/site.ts';
import { rewardTiers } from '#features/donations/rules.ts';
import type { contract as partnersContract } from '#features/partners/contract.ts';
import { storeRails, StoreTag, StoreTagSkeleton } from '#features/partners/StoreTag.tsx';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { cachedLightEndpoint } from '#web/api/lightEndpoint.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { TagObject } from '#web/art/TagObject.tsx';
import { PublicLayout } from '#web/layouts/PublicLayout.tsx';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { EmptyState } from '#web/ui/Shelf.tsx';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { Ring } from '#web/ui/Ring.tsx';

const DonorsBestCode = lazy(async () => ({
  default: (await import('./DonorsBestCode.tsx')).DonorsBestCode,
}));

const publicPartners = cachedLightEndpoint<typeof partnersContract.partners>({
  method: 'GET',
  path: '/api/partners',
  access: 'public',
  shows: ['partners'],
});

export default function DiscountsPage() {
  return (
    <PublicLayout ground="sunk">
      <title>{titles.discounts}</title>
      <meta name="description" content={words.description} />
      <div className="container-page pt-9 pb-16 bar:pt-11 bar:pb-22">
        <h1 className="t-1">{words.heading}</h1>
        <p className="t-lead mt-4 max-w-[56ch] text-muted">
          {words.lead} <RewardTerms />
        </p>
        <Rewards />
        <Stores />
        <div className="mt-11 flex flex-wrap justify-center gap-3 max-sm:[&>*]:grow">
          <Button asChild size="large">
            <Link to={paths.log}>{words.logDonation}</Link>
          </Button>
          <Button asChild size="large" kind="outline">
            <Link to={paths.status}>{words.checkStatus}</Link>
          </Button>
        </div>
      </div>
    </PublicLayout>
  );
}

/** A component of its own, so that the site's answer rerenders this sentence only. */
function RewardTerms() {
  return termsSentence(useSiteInfo().rewards);
}

/**
 * The best code of a signed-in donor. Other visitors see how the tiers work. The server marks pages for a browser with a
 * donor's session (`data-donor`). There the panel is as high as a code from the start, so that nothing below moves.
 */
function Rewards() {
  const me = useQuery(endpointQuery(studentMe, {}));
  if (!me.data?.authenticated)
    return <RewardTiers className={me.isPending ? 'in-data-donor:not-noscript:*:invisible' : ''} />;
  const placeholder = <RewardTiers className={`${codeHeight} *:invisible`} />;
  return (
    <Suspense fallback={placeholder}>
      <DonorsBestCode
        className={`${panelMargin} ${codeHeight}`}
        placeholder={placeholder}
        fallback={<RewardTiers className={codeHeight} note={words.noCode} />}
      />
    </Suspense>
  );
}

const panelMargin = 'mt-8';

/** The height of the panel when it shows a code. */
const codeHeight = 'min-h-136.5 sm:min-h-100 lg:min-h-65 xl:min-h-59';

const codeHeightForDonors =
  'in-data-donor:min-h-136.5 sm:in-data-donor:min-h-100 lg:in-data-donor:min-h-65 xl:in-data-donor:min-h-59';

const tierRings = {
  'Gold Giver': <Ring percent={100} size={62} tone="panel" />,
  'Green Giver': <Ring percent={75} size={62} tone="leaf" />,
};

type RewardTiersProps = {
  className: string;
  /** Why there is no code. */
  note?: string | undefined;
};

function RewardTiers({ className, note }: RewardTiersProps) {
  return (
    <section
      aria-labelledby="reward-tiers"
      className={`on-panel grid content-center gap-x-8 gap-y-6 rounded-slab bg-panel px-5 py-7 text-panel-ink sm:px-9 md:grid-cols-2 bar:py-8.5 lg:grid-cols-[minmax(0,0.7fr)_minmax(0,1fr)_minmax(0,1fr)] lg:items-center ${panelMargin} ${codeHeightForDonors} ${className}`}
    >
      <h2 id="reward-tiers" className="t-2 md:max-lg:col-span-2 lg:max-w-[6ch]">
        {words.tiers}
      </h2>
      {rewardTiers.map((tier) => (
        <div key={tier} className="flex items-center gap-4.5">
          {tierRings[tier]}
          <div>
            <h3 className="t-3">{tierNames[tier]}</h3>
            <p className="t-small mt-1 text-panel-muted">{tierRules[tier]}</p>
          </div>
        </div>
      ))}
      {note !== undefined && (
        <p className="flex items-center gap-4.5 border-t border-panel-muted/35 pt-6 text-panel-muted md:col-span-full">
          <TagObject isDotted size={62} className="shrink-0 [&>g]:stroke-panel-muted" />
          {note}
        </p>
      )}
    </section>
  );
}

function Stores() {
  const partners = useQuery(endpointQuery(publicPartners, {}));
  return (
    <section aria-labelledby="partner-stores" className="mt-11">
      <h2 id="partner-stores" className="sr-only">
        {words.stores}
      </h2>
      {partners.isError && !partners.data && (
        <ErrorBanner
          message={words.failed}
          onRetry={() => void partners.refetch()}
          retrying={partners.isFetching}
        />
      )}
      {partners.isPending && (
        <>
          <output className="sr-only">{words.loading}</output>
          <ul aria-hidden="true" className={storeRails}>
            {['first', 'second', 'third'].map((place) => (
              <StoreTagSkeleton key={place} />
            ))}
          </ul>
        </>
      )}
      {partners.data?.length === 0 && (
        <Card>
          <EmptyState object={TagObject} title={words.none} text={words.noneText} />
        </Card>
      )}
      {partners.data && partners.data.length > 0 && (
        <ul className={storeRails}>
          {partners.data.map((partner) => (
            <StoreTag key={partner.id} partner={partner} />
          ))}
        </ul>
      )}
    </section>
  );
}
