import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { formatInstant, formatInstantDay } from '#words/formats.ts';
import { linkedPickup as words, pickupParts } from '#words/pickups.tsx';
import { titles } from '#words/site.ts';
import { cachedLightEndpoint } from '#web/api/lightEndpoint.ts';
import { ApiError } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { useChange } from '#web/api/useChange.ts';
import { Frame } from '#web/art/Frame.tsx';
import { Lamp } from '#web/art/Lamp.tsx';
import { ConfirmDialog } from '#web/form/ConfirmDialog.tsx';
import { telephoneUrl } from '#web/content/telephone.ts';
import { PublicLayout } from '#web/layouts/PublicLayout.tsx';
import { paths } from '#web/paths.ts';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { StatusPill } from '#web/ui/Pill.tsx';
import { EmptyState, Shelf } from '#web/ui/Shelf.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Fact } from '#web/ui/SuccessHead.tsx';
import { toast } from '#web/ui/toast.ts';
import type { contract, LinkedPickup } from './contract.ts';
import { formatPreference } from './pickupTimes.ts';
import { isClosed } from './rules.ts';

const pickupByLink = cachedLightEndpoint<typeof contract.pickupByLink>({
  method: 'GET',
  path: '/api/pickups/{token}',
  access: 'public',
  shows: ['pickups'],
});

const cancelPickupByLink = cachedLightEndpoint<typeof contract.cancelPickupByLink>({
  method: 'POST',
  path: '/api/pickups/{token}/cancel',
  access: 'public',
  changes: ['pickups'],
});

/** One pickup, for everybody who has its private link. */
export default function PickupPage() {
  const { token = '' } = useParams();
  return (
    <PublicLayout ground="sunk">
      <title>{titles.pickup}</title>
      <meta name="robots" content="noindex" />
      <div className="mx-auto w-full max-w-[34rem] px-5 pt-10 pb-16 bar:pt-16">
        <LinkedPickupCard key={token} token={token} />
      </div>
    </PublicLayout>
  );
}

function LinkedPickupCard({ token }: { token: string }) {
  // Loaded anew at each visit, since the team may have scheduled the pickup meanwhile.
  const query = useQuery({ ...endpointQuery(pickupByLink, { params: { token } }), staleTime: 0, gcTime: 0 });
  const pickup = query.data?.pickup;
  if (query.error instanceof ApiError && query.error.status === 404) return <WrongLink />;
  return (
    <>
      <Shelf thickness={9} rowClassName="justify-between px-7 sm:px-12">
        <Frame size={92} />
        <Lamp size={104} />
      </Shelf>
      <Card hangs>
        {pickup ? (
          <PickupDetails pickup={pickup} token={token} />
        ) : (
          <>
            <h1 className="t-2">{words.heading}</h1>
            {query.isPending ? (
              <Skeleton className="mt-5" />
            ) : (
              <ErrorBanner
                className="mt-4"
                message={words.failed}
                onRetry={() => void query.refetch()}
                retrying={query.isFetching}
              />
            )}
          </>
        )}
      </Card>
    </>
  );
}

function PickupDetails({ pickup, token }: { pickup: LinkedPickup; token: string }) {
  const { timeZone, organization } = useSiteInfo();
  const { status, address, items, scheduledAt, createdAt } = pickup;
  return (
    <>
      <StatusPill status={status} />
      <h1 className="t-2 mt-3">{words.headings[status]}</h1>
      <p className="mt-2 text-lg leading-[1.55]">{words.whatIsNext[status]}</p>
      <dl className="mt-4 divide-y-[1.5px] divide-line border-y-[1.5px] border-line">
        {scheduledAt === null ? (
          <Fact name={pickupParts.preferred}>{formatPreference(pickup, timeZone) ?? words.anyTime}</Fact>
        ) : (
          <Fact name={words.scheduled}>{formatInstant(new Date(scheduledAt), timeZone)}</Fact>
        )}
        <Fact name={pickupParts.address}>{address}</Fact>
        <Fact name={pickupParts.items}>{items}</Fact>
        <Fact name={words.requested}>{formatInstantDay(new Date(createdAt), timeZone)}</Fact>
      </dl>
      <p className="t-small mt-4 text-muted">
        {words.questions(
          <ContactLink href={`mailto:${organization.email}`}>{organization.email}</ContactLink>,
          organization.phone && (
            <span className="whitespace-nowrap">
              <ContactLink href={telephoneUrl(organization.phone)}>{organization.phone}</ContactLink>
            </span>
          ),
        )}
      </p>
      {!isClosed(status) && <CancelButton token={token} hasWindow={pickup.windowDate !== null} />}
    </>
  );
}

function ContactLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className="underline underline-offset-4 wrap-anywhere hover:text-ink">
      {children}
    </a>
  );
}

function CancelButton({ token, hasWindow }: { token: string; hasWindow: boolean }) {
  const [isConfirming, setConfirming] = useState(false);
  const cancel = useChange(cancelPickupByLink, {
    change: (send) => send({ params: { token } }),
    staysPending: true,
    onSuccess: () => toast({ kind: 'success', title: words.cancelled }),
  });
  return (
    <>
      <Button kind="clayOutline" className="mt-5 max-sm:w-full" onClick={() => setConfirming(true)}>
        {words.cancel}
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title={words.cancelTitle}
          description={hasWindow ? words.cancelTextWithWindow : words.cancelText}
          confirmLabel={words.cancel}
          cancelLabel={words.keepPickup}
          pendingLabel={words.cancelling}
          kind="clay"
          change={cancel}
          onConfirm={() => cancel.mutate()}
          onClose={() => {
            setConfirming(false);
            cancel.reset();
          }}
          failed={words.cancelFailed}
        />
      )}
    </>
  );
}

function WrongLink() {
  return (
    <div className="text-center">
      <h1 className="t-2">{words.wrongLink}</h1>
      <EmptyState
        object={Lamp}
        title={words.noPickup}
        text={words.wrongLinkHint}
        action={
          <Button asChild>
            <Link to={paths.pickupRequest}>{words.requestPickup}</Link>
          </Button>
        }
      />
    </div>
  );
}
