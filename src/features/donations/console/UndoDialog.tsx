import { useQuery } from '@tanstack/react-query';
import { ChevronDown, TriangleAlert, Undo2 } from 'lucide-react';
import { useEffect, useState, type ReactNode, type UIEvent } from 'react';
import { contract as site } from '#features/settings/contract.ts';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { useToday } from '#web/site/useToday.ts';
import { formatTime } from '#words/formats.ts';
import { errorMessage } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/classNames.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Kbd } from '#web/ui/Kbd.tsx';
import { donationPlace, donorName } from './listedDonation.ts';
import { undoConsequences } from './decisionWords.ts';
import { undoFailedMessage, useUndoShownConfirmation } from './decisions.ts';
import { setUndoQuestion, hasUsedCode, type LastConfirmation, useUndoQuestion } from './undoQuestion.ts';

/**
 * Asks before an undo of several donations or of an unexpected one, or explains that a used code prevents it. Each admin
 * screen renders it once.
 */
export function UndoDialog() {
  const confirmation = useUndoQuestion();
  // The question must not reappear on the next screen, or for the next admin who signs in.
  useEffect(() => () => setUndoQuestion(null), []);
  return confirmation && <UndoQuestion confirmation={confirmation} onClose={() => setUndoQuestion(null)} />;
}

type UndoQuestionProps = { confirmation: LastConfirmation; onClose: () => void };

function UndoQuestion({ confirmation, onClose }: UndoQuestionProps) {
  const { timeZone } = useSiteInfo();
  const undo = useUndoShownConfirmation();
  const { donations, confirmedAt } = confirmation;
  const isPrevented = hasUsedCode(donations);
  const hasSeveral = donations.length > 1;
  const donationCount = hasSeveral ? `${donations.length} donations` : 'one donation';
  const time = formatTime(new Date(confirmedAt), timeZone);
  return (
    <Dialog
      onClose={onClose}
      startsOn="footer"
      title={
        isPrevented
          ? `The confirmation of ${donationCount}, ${time}`
          : `Take back the confirmation of ${donationCount}, ${time}?`
      }
      description={describeUndo(donations)}
      error={undo.error && errorMessage(undo.error, undoFailedMessage)}
      pending={undo.isPending}
      footer={
        isPrevented ? (
          <Button size="console" onClick={onClose}>
            Close
          </Button>
        ) : (
          <>
            <span className="me-auto flex items-center gap-1.5 text-muted max-sm:hidden" aria-hidden="true">
              <Kbd>Esc</Kbd> {hasSeveral ? 'keeps them' : 'keeps it'}
            </span>
            <Button kind="outline" size="console" onClick={onClose}>
              Keep {hasSeveral ? 'them' : 'it'} confirmed
            </Button>
            <Button
              kind="clay"
              size="console"
              icon={Undo2}
              pending={undo.isPending}
              pendingLabel="Taking back…"
              onClick={() => undo.mutate(confirmation, { onSuccess: onClose })}
            >
              Take back{hasSeveral && ` ${donations.length}`}
            </Button>
          </>
        )
      }
    >
      <div className="-mx-[22px] -my-5">
        <DonationRows donations={donations} />
        {isPrevented ? (
          <Notice className="bg-clay-tint text-clay-deep">
            <b className="font-[650]">A code was used, so this cannot be taken back</b>
          </Notice>
        ) : (
          <Notice className="bg-wheat-tint [&>svg]:text-wheat-deep">
            <Consequences donations={donations} />
          </Notice>
        )}
      </div>
    </Dialog>
  );
}

function describeUndo(donations: LastConfirmation['donations']): string {
  const hasSeveral = donations.length > 1;
  const firstSentence = hasSeveral ? 'You confirmed them together.' : 'It is your last one.';
  if (hasUsedCode(donations)) return firstSentence;
  if (hasSeveral) return `${firstSentence} They go back to Pending, their codes go.`;
  return donations[0]?.participantId === null
    ? `${firstSentence} The unclaimed bag is deleted.`
    : `${firstSentence} It goes back to Pending, its code goes.`;
}

/** How many rows fit into the height of the list, 306 pixels, without scrolling. */
const VISIBLE_ROWS = 7;

function DonationRows({ donations }: Pick<LastConfirmation, 'donations'>) {
  const { timeZone } = useSiteInfo();
  const [rowsBelow, setRowsBelow] = useState(donations.length - VISIBLE_ROWS);
  const isScrollable = donations.length > VISIBLE_ROWS;

  function updateRowsBelow({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent) {
    const shareBelow = (scrollHeight - scrollTop - clientHeight) / scrollHeight;
    setRowsBelow(Math.round(shareBelow * donations.length));
  }

  return (
    <>
      <ul
        aria-label="Donations"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls only what has the focus
        tabIndex={isScrollable ? 0 : undefined}
        onScroll={isScrollable ? updateRowsBelow : undefined}
        className="overflow-y-auto overscroll-contain focus-visible:-outline-offset-3 sm:max-h-[306px]"
      >
        {donations.map((donation) => (
          <li
            key={donation.id}
            className="grid min-h-11 grid-cols-[1fr_auto] items-center gap-x-3 border-b-[1.5px] border-line px-[22px] text-[0.9375rem] leading-[1.35] last:border-b-0 max-sm:py-2 sm:grid-cols-[minmax(0,8.4rem)_3rem_minmax(0,1fr)_auto]"
          >
            <b className="truncate font-[650]">{donorName(donation)}</b>
            <b className="font-[650] max-sm:order-2 max-sm:text-end">{donation.weight}</b>
            {donation.usedAt === null ? (
              <span className="truncate text-muted max-sm:order-1">{donationPlace(donation)}</span>
            ) : (
              <span className="font-semibold text-clay-deep max-sm:order-1">
                {describeUse(donation.usedAtStore)}, {formatTime(new Date(donation.usedAt), timeZone)}
              </span>
            )}
            <span className="text-end font-display text-[0.9375rem] font-[750] tabular">
              {donation.discountCode ?? <span className="font-text font-normal text-muted">No code</span>}
            </span>
          </li>
        ))}
      </ul>
      {isScrollable && (
        <p
          aria-hidden="true"
          className={classNames(
            'flex h-10.5 items-center gap-2 border-t-[1.5px] border-line px-[22px] text-muted max-sm:hidden',
            rowsBelow <= 0 && '*:invisible',
          )}
        >
          <ChevronDown size={18} />
          <span>{rowsBelow} more</span>
        </p>
      )}
    </>
  );
}

function describeUse(store: string | null): string {
  return store === null ? 'Marked as used' : `Used at ${store}`;
}

function Consequences({ donations }: Pick<LastConfirmation, 'donations'>) {
  const today = useToday();
  const { data: community } = useQuery(endpointQuery(site.communitySummary, {}));
  const [codesSentence, ...kilogramSentences] = undoConsequences(
    donations,
    today,
    community?.confirmedThisMonth,
  );
  return (
    <>
      <b className="block font-[650]">{codesSentence}</b>
      {kilogramSentences.map((sentence) => (
        <span key={sentence} className="block">
          {sentence}
        </span>
      ))}
    </>
  );
}

function Notice({ className, children }: { className: string; children: ReactNode }) {
  return (
    <p
      className={classNames(
        'sticky -bottom-5 flex gap-3 border-t-[1.5px] border-line px-[22px] py-3 text-[0.9375rem] leading-[1.4]',
        className,
      )}
    >
      <TriangleAlert size={18} aria-hidden="true" className="mt-px shrink-0" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}
