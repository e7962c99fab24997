import { useQuery } from '@tanstack/react-query';
import { errorMessage } from '#web/api/client.ts';
import { ConsoleBar } from '#web/console/ConsoleBar.tsx';
import { ConsoleCommands } from '#web/console/ConsoleCommands.tsx';
import { DonationOverlay } from '#web/console/DonationOverlay.tsx';
import { PhoneBar } from '#web/console/PhoneBar.tsx';
import * as titles from '#web/console/titles.ts';
import { useConsole } from '#web/console/useConsole.ts';
import { currentAdminQuery } from '#web/guards.ts';
import { SkipLink } from '#web/layouts/SkipLink.tsx';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { Ring } from '#web/ui/Ring.tsx';
import { Skeleton, SkeletonBox } from '#web/ui/Skeleton.tsx';
import { NARROW, useMediaQuery } from '#web/ui/useMediaQuery.ts';
import { DeskHead } from './DeskHead.tsx';
import { describeForScreenReader } from './deskWords.ts';
import { DonationCard } from './DonationCard.tsx';
import { DoneLine, DoneList } from './DoneLine.tsx';
import { FoundList } from './FoundList.tsx';
import { KilogramsCard } from './KilogramsCard.tsx';
import { NoneFound } from './NoneFound.tsx';
import { PhoneDock } from './PhoneDock.tsx';
import { useDesk } from './useDesk.ts';
import { useKeyDown } from './pageKeys.ts';
import { VerdictBar } from './VerdictBar.tsx';

export default function DeskPage() {
  const { data: me } = useQuery(currentAdminQuery);
  return (
    <>
      <title>{titles.consoleDesk}</title>
      <meta name="robots" content="noindex" />
      {me?.authenticated && <DeskScreen username={me.username} />}
    </>
  );
}

function DeskScreen({ username }: { username: string }) {
  const consoleState = useConsole();
  const desk = useDesk(username);
  const isPhone = useMediaQuery(NARROW);
  const { found, shown, showsFoundList, showsNoneFound } = desk;
  const isAllDone = found.isSettled && desk.text.trim() === '' && shown === null;
  const hasDonation = shown !== null && !showsFoundList && !showsNoneFound;

  // Escape leads back to the search field from anywhere, unless a dialog or a menu is open.
  useKeyDown((event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    if (document.querySelector('[role="dialog"], [role="menu"]') === null) desk.backToSearch();
  });

  return (
    <div className="flex min-h-dvh flex-col bg-paper t-console">
      <SkipLink />
      <div className="max-md:hidden">
        <ConsoleBar state={consoleState} hasRefresh={false} />
      </div>
      <PhoneBar
        title={
          <>
            <span className="sr-only">Back to Pending from </span>
            The desk
          </>
        }
      >
        <span className="px-2 text-[0.9375rem] font-[650] tabular">
          {found.pendingCount !== undefined && `${found.pendingCount} to go`}
        </span>
      </PhoneBar>
      <main id="content" tabIndex={-1} className="flex flex-1 flex-col">
        <DeskHead desk={desk} isPhone={isPhone} />
        <DoneLine desk={desk} />
        {found.query.error && (
          <ErrorBanner
            message={errorMessage(found.query.error, 'Failed to load donations.')}
            onRetry={() => void found.query.refetch()}
            retrying={found.query.isFetching}
            className="mx-4 mt-4 sm:mx-6"
          />
        )}
        <output className="sr-only">{hasDonation && describeForScreenReader(shown)}</output>
        <div className="flex-1 md:px-6 md:py-5">
          {showsFoundList && <FoundList desk={desk} />}
          {showsNoneFound && <NoneFound desk={desk} />}
          {hasDonation && (
            <div className="md:grid md:grid-cols-[minmax(0,1fr)_300px] md:items-stretch md:gap-5 lg:grid-cols-[minmax(0,1fr)_472px]">
              <DonationCard key={shown.id} desk={desk} donation={shown} isPhone={isPhone} />
              {!isPhone && <KilogramsCard desk={desk} donation={shown} />}
            </div>
          )}
          {isAllDone && <AllDone hasEntries={desk.entries.length > 0} />}
          {found.query.isPending && <Skeleton rows={6} row={<SkeletonBox className="h-6 w-full" />} />}
          {!isAllDone && <DoneList entries={desk.entries} />}
        </div>
        {hasDonation &&
          (isPhone ? (
            <PhoneDock desk={desk} donation={shown} />
          ) : (
            <VerdictBar desk={desk} donation={shown} />
          ))}
      </main>
      <DonationOverlay />
      <ConsoleCommands state={consoleState} />
    </div>
  );
}

/** Shown when no donation is pending. */
function AllDone({ hasEntries }: { hasEntries: boolean }) {
  return (
    <div className="flex flex-col items-center justify-center px-5 py-12 text-center">
      <Ring percent={100} size={180} grows />
      <h2 className="mt-7 t-2">{hasEntries ? 'All done' : 'No pending donations'}</h2>
      <p className="mt-2 text-[1.0625rem] text-muted">Every donation is confirmed or rejected.</p>
    </div>
  );
}
