import * as titles from '#web/console/titles.ts';
import { useQuery } from '@tanstack/react-query';
import { LogIn, Image } from 'lucide-react';
import { Link, Navigate, useLocation } from 'react-router';
import { useToday } from '#web/site/useToday.ts';
import { errorMessage } from '#web/api/client.ts';
import { Bag } from '#web/art/Bag.tsx';
import { ConsoleDoor } from '#web/console/ConsoleDoor.tsx';
import { consoleHeading, ConsolePageLayout } from '#web/console/ConsolePageLayout.tsx';
import { adminSession } from '#web/guards.ts';
import { paths } from '#web/paths.ts';
import { doorTo } from '#web/returnAddress.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { Skeleton, SkeletonBox } from '#web/ui/Skeleton.tsx';
import { TableCard } from '#web/ui/Table.tsx';
import { IntakeForm } from './IntakeForm.tsx';
import { useSitting, type TakenIn } from './useIntake.ts';
import { contract as rewards } from '#features/rewards/contract.ts';
import { useDonationAddress } from '#web/console/donationAddress.ts';
import { PersonLink } from '#web/console/PersonLink.tsx';
import { useMayCall } from '#web/console/useMayCall.ts';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { EmptyState } from '#web/ui/Shelf.tsx';
import { StatusPill } from '#web/ui/Pill.tsx';

export default function IntakePage() {
  const { pathname, search } = useLocation();
  const me = useQuery(adminSession);
  if (me.data?.authenticated && me.data.mustChangePassword) {
    return <Navigate to={doorTo(paths.consolePassword, pathname + search)} replace />;
  }
  if (me.data?.authenticated && me.data.mustSetUpSecondFactor) {
    return <Navigate to={doorTo(paths.consoleAccount, pathname + search)} replace />;
  }
  return (
    <>
      <title>{titles.consoleIntake}</title>
      <meta name="robots" content="noindex" />
      {me.data && !me.data.authenticated ? (
        <LoginRequired login={doorTo(paths.adminLogin, pathname + search)} />
      ) : (
        <ConsolePageLayout>
          <h1 className={`mb-4 ${consoleHeading}`}>Quick intake</h1>
          {me.isLoadingError && (
            <ErrorBanner
              message={errorMessage(me.error, 'Failed to load quick intake.')}
              onRetry={() => void me.refetch()}
              retrying={me.isFetching}
            />
          )}
          {me.isPending && <Skeleton rows={6} row={<SkeletonBox className="h-9 w-full" />} />}
          {me.data && <Sitting username={me.data.username} />}
        </ConsolePageLayout>
      )}
    </>
  );
}

function Sitting({ username }: { username: string }) {
  const today = useToday();
  const [{ donations, carriedOver }, add] = useSitting(username);
  const count = donations.length;

  return (
    <div className="flex flex-col gap-[18px]">
      <Card as="section" console aria-label="Next donation">
        <IntakeForm
          // The site's day may arrive after the form was rendered.
          key={`${count} ${today}`}
          carriedOver={carriedOver}
          today={today}
          onSaved={add}
        />
      </Card>
      <TableCard
        toolbar={
          <>
            <h2 className="font-display text-[1.375rem] leading-[1.15] font-[750] tracking-[-.022em]">
              This sitting
            </h2>
            <span className="text-base text-muted tabular">{count > 0 && count}</span>
          </>
        }
      >
        <SittingList donations={donations} />
      </TableCard>
    </div>
  );
}

function LoginRequired({ login }: { login: string }) {
  return (
    <ConsoleDoor objects={<Bag ghost size={104} />}>
      <h1 className="t-3">Admin login required</h1>
      <p className="mt-1.5 mb-5.5 text-muted">
        Quick intake is for those who take donations in at the table.
      </p>
      <Button asChild size="large" className="w-full">
        <Link to={login}>
          <LogIn size={20} aria-hidden="true" />
          Log in
        </Link>
      </Button>
    </ConsoleDoor>
  );
}

/** The donations of this sitting, the latest first, with the codes to hand out. */
export function SittingList({ donations }: { donations: readonly TakenIn[] }) {
  const addressOf = useDonationAddress();
  const seesWholeCodes = useMayCall()(rewards.codes);
  if (donations.length === 0) {
    return (
      <EmptyState
        object={Bag}
        title="Nothing taken in yet."
        text="Each donation that you save stands here with its reward code, until you log out or close this tab."
        className="border-t-[1.5px] border-line py-8"
      />
    );
  }
  return (
    <ul aria-label="This sitting">
      {donations.map(({ id, name, participantId, shareUrl, weight, discountCode, hasPhoto }) => (
        <li
          key={id}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t-[1.5px] border-line px-3.5 py-2.5"
        >
          <Link
            to={addressOf(id)}
            preventScrollReset
            className="inline-flex min-h-7 items-center rounded-shelf font-semibold text-spruce underline underline-offset-4 tabular"
          >
            No. {id}
          </Link>
          <b className="min-w-0 flex-1 basis-36 font-[650] wrap-anywhere">
            <PersonLink id={participantId} isNewTab>
              {name}
            </PersonLink>
          </b>
          <span className="flex items-center gap-2 tabular">
            {weight}
            {hasPhoto && <Image size={17} role="img" aria-label="Photo attached" className="text-spruce" />}
          </span>
          <StatusPill status={discountCode === null ? 'pending' : 'confirmed'} size="small" />
          <span className="ms-auto flex flex-wrap items-center justify-end gap-x-2 max-md:[&_button]:min-h-11 sm:min-w-104">
            {discountCode !== null && (
              <>
                <span className="me-1 t-code-row text-[1.0625rem]">{discountCode}</span>
                {seesWholeCodes && (
                  <CopyButton text={discountCode} label="Copy code" kind="quiet" size="row" />
                )}
              </>
            )}
            <CopyButton text={shareUrl} label="Copy link" kind="quiet" size="row" />
          </span>
        </li>
      ))}
    </ul>
  );
}
