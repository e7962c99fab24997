import { X } from 'lucide-react';
import { Frame } from '#web/art/Frame.tsx';
import { donationPlace, donorName } from '#features/donations/console/listedDonation.ts';
import { donationStatus } from '#features/donations/rules.ts';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { StatusPill } from '#web/ui/Pill.tsx';
import type { DonationRow } from '#features/donations/contract.ts';
import { bagName, whenLogged } from './deskWords.ts';
import type { Desk } from './useDesk.ts';
import { loggedTwice } from './usualReasons.ts';

type CompareDialogProps = { desk: Desk; donation: DonationRow; other: DonationRow };

/** A donation beside one that looks alike, to see whether it was logged twice. */
export function CompareDialog({ desk, donation, other }: CompareDialogProps) {
  return (
    <Dialog
      open
      onClose={desk.backToKilograms}
      size="details"
      title="Logged twice?"
      description={`Two donations of ${donorName(donation, 'the same donor')}, ${donation.weight}`}
      error={null}
      pending={false}
      footer={
        <>
          <Button kind="ghost" size="console" onClick={desk.backToKilograms}>
            Keep both
          </Button>
          <Button kind="clay" size="console" icon={X} onClick={() => desk.reject(loggedTwice)}>
            Reject this one as logged twice
          </Button>
        </>
      }
    >
      <div className="grid gap-6 sm:grid-cols-2">
        <Side title={`This one, ${bagName(donation)}`} donation={donation} />
        <Side title={`Already here, ${bagName(other)}`} donation={other} />
      </div>
    </Dialog>
  );
}

function Side({ title, donation }: { title: string; donation: DonationRow }) {
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
        <Line term="Place" value={donationPlace(donation)} />
        <Line term="Date" value={whenLogged(donation, timeZone)} />
        <Line term="Logged by" value={donation.loggedBy === 'student' ? 'The donor' : donation.loggedBy} />
        <Line term="Notes" value={donation.notes ?? 'None'} />
      </dl>
    </section>
  );
}

function Line({ term, value }: { term: string; value: string }) {
  return (
    <div className="grid grid-cols-[5.5rem_1fr] border-b-[1.5px] border-line py-1.5 last:border-b-0">
      <dt className="text-muted">{term}</dt>
      <dd className="min-w-0 wrap-anywhere">{value}</dd>
    </div>
  );
}
