import { useEffect, useRef, useState } from 'react';
import { preload } from 'react-dom';
import { Link, useNavigate } from 'react-router';
import * as titles from '#web/console/titles.ts';
import { ClaimChoice } from '#features/donations/console/DonationPieces.tsx';
import { errorMessage } from '#web/api/client.ts';
import { Bag } from '#web/art/Bag.tsx';
import { ConsoleBar } from '#web/console/ConsoleBar.tsx';
import { ConsoleCommands } from '#web/console/ConsoleCommands.tsx';
import { ConsoleOverlays } from '#web/console/ConsoleOverlays.tsx';
import { useShortcuts } from '#web/console/shortcuts.ts';
import { useConsole } from '#web/console/useConsole.ts';
import { SkipLink } from '#web/layouts/SkipLink.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/Shelf.tsx';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { AllDone } from './AllDone.tsx';
import { CompareDialog } from './CompareDialog.tsx';
import type { PendingDonation } from './contract.ts';
import { DonationFacts } from './DonationFacts.tsx';
import { DonationPhoto, LargePhoto, NoPhoto, StageSkeleton } from './DonationStage.tsx';
import { PhoneBar, ProcessHead } from './ProcessHead.tsx';
import { announcementOf } from './processingWords.ts';
import { SittingNote } from './SittingNote.tsx';
import { usePendingAddress } from './usePendingAddress.ts';
import { useProcessing } from './useProcessing.ts';
import { VerdictBar } from './VerdictBar.tsx';

/** What is open over a donation. It goes with it, so that no reason is given to another one. */
interface Overlay {
  kind: 'reason' | 'photo' | 'comparison';
  id: number;
}

export default function ProcessPage() {
  const state = useConsole();
  const sitting = useProcessing();
  const navigate = useNavigate();
  const pendingAddress = usePendingAddress();
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  const { list, shown, next, toGo } = sitting;
  const done = sitting.confirmed + sitting.rejected;
  const isOver = list.data !== undefined && shown === null && toGo === 0;
  const open = overlay?.id === shown?.donation.id ? overlay?.kind : undefined;
  const hasPhoto = typeof shown?.donation.photoUrl === 'string';
  const same = shown?.others.find(({ looksSame }) => looksSame);

  useShortcuts({
    c: sitting.confirm,
    r: shown ? () => openOver('reason') : undefined,
    u: sitting.takeBack,
    s: sitting.skip,
    z: hasPhoto ? () => openOver('photo') : undefined,
    Escape: () => void navigate(pendingAddress),
  });
  if (next?.donation.photoUrl) preload(next.donation.photoUrl, { as: 'image' });

  useFromTheTop(shown?.donation.id);

  function openOver(kind: Overlay['kind']) {
    if (shown) setOverlay({ kind, id: shown.donation.id });
  }

  function reject(reason: string | undefined): boolean {
    // What was typed stays for the next press.
    const isMeant = sitting.reject(reason);
    if (isMeant) setOverlay(null);
    return isMeant;
  }

  function skip() {
    setOverlay(null);
    sitting.skip();
  }

  return (
    <div className="flex min-h-dvh flex-col bg-paper t-console">
      <title>{titles.consoleProcess}</title>
      <meta name="robots" content="noindex" />
      <SkipLink />
      <div className="max-sm:hidden">
        <ConsoleBar state={state} />
      </div>
      <PhoneBar sitting={sitting} />
      <main id="content" tabIndex={-1} className="flex flex-1 flex-col">
        <ProcessHead sitting={sitting} />
        <SittingNote note={sitting.note} />
        {list.error && (
          <ErrorBanner
            message={errorMessage(list.error, 'Failed to load donations.')}
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
            className="mx-4 mt-4 sm:mx-6"
          />
        )}
        <output className="sr-only">{shown && `${announcementOf(shown)} ${toGo} to go.`}</output>
        {shown && (
          <>
            <Shown
              key={shown.donation.id}
              item={shown}
              onEnlarge={() => openOver('photo')}
              onCompare={() => openOver('comparison')}
            />
            <div className="px-4 pb-3 empty:hidden sm:px-6">
              <ClaimChoice
                donation={shown.donation}
                accepts={sitting.acceptsClaim}
                onChange={sitting.setAcceptsClaim}
              />
            </div>
            <VerdictBar
              item={shown}
              isRejecting={open === 'reason'}
              onAsk={(asks) => (asks ? openOver('reason') : setOverlay(null))}
              onConfirm={sitting.confirm}
              onReject={reject}
              onSkip={skip}
            />
          </>
        )}
        {!shown && !isOver && !list.isLoadingError && <StageSkeleton />}
        {isOver && (done > 0 ? <AllDone sitting={sitting} /> : <NonePending />)}
      </main>
      {shown && open === 'photo' && <LargePhoto item={shown} onClose={() => setOverlay(null)} />}
      {shown && same && open === 'comparison' && (
        <CompareDialog item={shown} other={same} onReject={reject} onClose={() => setOverlay(null)} />
      )}
      <ConsoleOverlays />
      <ConsoleCommands state={state} />
    </div>
  );
}

/** Each donation is read from its top, and whatever had the focus in the one before hands it to the screen. */
function useFromTheTop(id: number | undefined) {
  const before = useRef(id);
  useEffect(() => {
    if (document.activeElement === document.body) {
      document.querySelector('main')?.focus({ preventScroll: true });
    }
    if (before.current !== undefined && before.current !== id) {
      window.scrollTo({ top: 0, behavior: 'instant' });
    }
    before.current = id;
  }, [id]);
}

type ShownProps = { item: PendingDonation; onEnlarge: () => void; onCompare: () => void };

/** The donation that is looked at. Without a photo what is written of it takes the middle. */
function Shown({ item, onEnlarge, onCompare }: ShownProps) {
  const { id, photoUrl } = item.donation;
  const facts = <DonationFacts item={item} onCompare={onCompare} />;
  return photoUrl === null ? (
    <div className="flex-1 animate-fade-in [animation-duration:200ms] lg:grid lg:grid-cols-[1fr_472px_1fr] lg:items-start lg:gap-5 lg:px-6 lg:py-4">
      <NoPhoto />
      {facts}
    </div>
  ) : (
    <div className="flex-1 animate-fade-in [animation-duration:200ms] lg:grid lg:grid-cols-[1fr_472px] lg:gap-5 lg:px-6 lg:py-4">
      <DonationPhoto id={id} url={photoUrl} onEnlarge={onEnlarge} />
      {facts}
    </div>
  );
}

function NonePending() {
  return (
    <div className="grid flex-1 place-items-center py-8">
      <EmptyState
        object={Bag}
        title="No pending donations 🎉"
        text="Every donation has its answer."
        action={
          <Button asChild kind="outline" size="small">
            <Link to={usePendingAddress()}>Back to Pending</Link>
          </Button>
        }
      />
    </div>
  );
}
