import { X } from 'lucide-react';
import { Frame } from '#web/art/Frame.tsx';
import { donationPlace, donorName } from '#features/donations/console/listedDonation.ts';
import { donationStatus } from '#features/donations/rules.ts';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { StatusPill } from '#web/ui/Pill.tsx';
import type { DonationRow } from '#features/donations/contract.ts';
import { bagName, formatDayAndLogTime } from './deskWords.ts';
import type { Desk } from './useDesk.ts';
import { loggedTwiceReason } from './usualReasons.ts';

type CompareDialogProps = { desk: Desk; donation: DonationRow; alikeDonation: DonationRow };

/** Shows a donation beside one that looks alike, so that one sees whether it was logged twice. */
export function CompareDialog({ desk, donation, alikeDonation }: CompareDialogProps) {
  return (
    <Dialog
      onClose={desk.closeOverlay}
      size="details"
      title="Logged twice?"
      description={`Two donations of ${donorName(donation, 'the same donor')}, ${donation.weight}`}
      error={null}
      pending={false}
      footer={
        <>
          <Button kind="ghost" size="console" onClick={desk.closeOverlay}>
            Keep both
          </Button>
          <Button kind="clay" size="console" icon={X} onClick={() => desk.reject(loggedTwiceReason)}>
            Reject this one as logged twice
          </Button>
        </>
      }
    >
      <div className="grid gap-6 sm:grid-cols-2">
        <ComparedDonation title={`This one, ${bagName(donation)}`} donation={donation} />
        <ComparedDonation title={`Already here, ${bagName(alikeDonation)}`} donation={alikeDonation} />
      </div>
    </Dialog>
  );
}

function ComparedDonation({ title, donation }: { title: string; donation: DonationRow }) {
  const { timeZone } = useSiteInfo();
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="mb-2.5 flex flex-wrap items-center justify-between gap-2 font-display text-[1.0625rem] font-[750]">
        {title}
        <StatusPill status={donationStatus(donation)} size="small" />
      </h3>
      {donation.photoUrl === null ? (
        <div className="flex h-48 flex-col items-center justify-center rounded-large border-[1.5px] border-line bg-sunk">
          <Frame isDotted size={84} />
          <p className="mt-1 font-semibold text-muted">No photo attached</p>
        </div>
      ) : (
        <img
          src={donation.photoUrl}
          alt={`What was given as ${bagName(donation)}`}
          className="h-48 w-full rounded-large border-[1.5px] border-line bg-sunk object-contain"
        />
      )}
      <dl className="mt-3">
        <Fact term="Place" value={donationPlace(donation)} />
        <Fact term="Date" value={formatDayAndLogTime(donation, timeZone)} />
        <Fact term="Logged by" value={donation.loggedBy === 'student' ? 'The donor' : donation.loggedBy} />
        <Fact term="Notes" value={donation.notes ?? 'None'} />
      </dl>
    </section>
  );
}

function Fact({ term, value }: { term: string; value: string }) {
  return (
    <div className="grid grid-cols-[5.5rem_1fr] border-b-[1.5px] border-line py-1.5 last:border-b-0">
      <dt className="text-muted">{term}</dt>
      <dd className="min-w-0 wrap-anywhere">{value}</dd>
    </div>
  );
}
