import { useQuery } from '@tanstack/react-query';
import { LogIn } from 'lucide-react';
import { Link, Navigate, useLocation } from 'react-router';
import { useToday } from '#web/site/useToday.ts';
import * as titles from '#web/console/titles.ts';
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
import { SittingList } from './SittingList.tsx';
import { useSitting } from './useSitting.ts';

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

/** One donor after the other, and what they brought. */
function Sitting({ username }: { username: string }) {
  const today = useToday();
  const [{ donations, kept }, add] = useSitting(username);
  const count = donations.length;

  return (
    <div className="flex flex-col gap-[18px]">
      <Card as="section" console aria-label="Next donation">
        <IntakeForm
          // The site's word on which day it is may arrive after the form.
          key={`${count} ${today}`}
          kept={kept}
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
