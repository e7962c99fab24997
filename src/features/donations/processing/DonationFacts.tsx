import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { DonorLink } from '#features/donations/console/DonationPieces.tsx';
import { donationPlace } from '#features/donations/console/listedDonation.ts';
import { GoldLoops } from '#features/donations/GoldLoops.tsx';
import { donationStatus, GOLD_DONATIONS, qualifies } from '#features/donations/rules.ts';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { useToday } from '#web/site/useToday.ts';
import { yearOf } from '#shared/dates.ts';
import { formatShortDay } from '#words/formats.ts';
import { classNames } from '#web/ui/classNames.ts';
import { StatusPill } from '#web/ui/Pill.tsx';
import type { OtherDonation, PendingDonation } from './contract.ts';
import { whatLooksSame, whenLogged } from './processingWords.ts';

/** So many of the donor's last donations have room on a phone. */
const ON_PHONE = 3;

/** A donation in words: what, whose, where and when, a warning, and what its donor gave before. */
export function DonationFacts({ item, onCompare }: { item: PendingDonation; onCompare: () => void }) {
  const { donation, others } = item;
  const { timeZone } = useSiteInfo();
  const same = others.find(({ looksSame }) => looksSame);
  return (
    <section
      aria-label={`Donation ${donation.id}`}
      className="min-w-0 pb-4 lg:overflow-clip lg:rounded-console-card lg:border-[1.5px] lg:border-line lg:bg-raised lg:pb-5"
    >
      <div className="px-4 pt-3 pb-4 sm:px-6 lg:px-[22px] lg:pt-4">
        <div className="flex items-start justify-between gap-3">
          <div className="flex flex-wrap items-end gap-x-3 gap-y-1">
            <h2 className="text-[2.875rem] leading-[1.1] font-extrabold tracking-[-.045em] lg:text-[4rem]">
              {donation.weight}
            </h2>
            {qualifies(donation) && (
              <span className="flex pb-2 lg:pb-3">
                <StatusPill status="qualifying" />
              </span>
            )}
          </div>
          <span className="pt-2 text-[0.9375rem] text-muted tabular">{donation.id}</span>
        </div>
        <dl className="mt-1 grid gap-1.5 text-[0.9375rem] lg:mt-2.5">
          <Fact term="Donor">
            <DonorLink donation={donation} className="font-[650] text-spruce" />
            {donation.participantName !== null && donation.studentId !== null && (
              <span className="ms-2 text-muted">{donation.studentId}</span>
            )}
          </Fact>
          <Fact term="Place">{donationPlace(donation)}</Fact>
          <Fact term="Date">{whenLogged(donation, timeZone)}</Fact>
          {donation.actualWeight !== null && <Fact term="Weighed">{donation.actualWeight}</Fact>}
          {donation.notes !== null && <Fact term="Notes">{donation.notes}</Fact>}
        </dl>
      </div>
      {same && <DoubleWarning item={item} same={same} onCompare={onCompare} />}
      <LastDonations item={item} />
    </section>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[78px_1fr] max-sm:grid-cols-1">
      <dt className="text-muted max-sm:sr-only">{term}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

type DoubleWarningProps = { item: PendingDonation; same: OtherDonation; onCompare: () => void };

/** Warns of a donation that may be the same one, logged twice. */
function DoubleWarning({ item, same, onCompare }: DoubleWarningProps) {
  const more = item.others.filter(({ looksSame }) => looksSame).length - 1;
  return (
    <div className="flex gap-3 border-s-6 border-wheat bg-wheat-tint py-2.5 ps-3.5 pe-4 leading-[1.4]">
      <TriangleAlert size={19} aria-hidden="true" className="mt-0.5 shrink-0 text-wheat-deep" />
      <div className="min-w-0 text-[0.9375rem]">
        <p className="font-bold">Looks like one already here</p>
        <p>
          Donation <b className="font-bold">{same.id}</b>: {whatLooksSame(item, same)}
          {more > 0 && `, and ${more} more`}.{' '}
          <button
            type="button"
            onClick={onCompare}
            className="-my-2.5 cursor-pointer py-2.5 font-[650] text-spruce underline-offset-4 hover:underline"
          >
            Compare
          </button>
        </p>
      </div>
    </div>
  );
}

/** What else the donor gave, and how far this year's loops are closed. */
function LastDonations({ item }: { item: PendingDonation }) {
  const { others } = item;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 py-2 sm:px-6 lg:px-[22px] lg:py-2.5">
        <h3 className="font-display text-[1.125rem] leading-[1.25] font-[750] tracking-[-.012em]">
          {others.length > 0 ? 'Last from this donor' : 'The first from this donor'}
        </h3>
        <TowardGold item={item} />
      </div>
      <ul>
        {others.map((other, index) => (
          <li
            key={other.id}
            className={classNames(
              'px-4 sm:px-6 lg:px-[22px]',
              other.looksSame && 'bg-wheat-tint',
              index >= ON_PHONE && !other.looksSame && 'max-lg:hidden',
            )}
          >
            <div className="grid min-h-9 grid-cols-[3.25rem_minmax(0,1fr)_3.75rem_6.25rem] items-center gap-x-2 border-t-[1.5px] border-line text-[0.9375rem]">
              <b className="font-[650]">{other.weight}</b>
              <span className="truncate">{donationPlace(other)}</span>
              <span className="text-muted tabular">{formatShortDay(other.date)}</span>
              <span className="flex justify-end">
                <StatusPill status={donationStatus(other)} size="small" />
              </span>
              {other.looksSame && <span className="sr-only">Looks like this one</span>}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

/** How far the donor is toward Gold, with what this donation would close. */
function TowardGold({ item: { donation, qualifyingThisYear } }: { item: PendingDonation }) {
  const today = useToday();
  const counts = qualifies(donation) && yearOf(donation.date) === yearOf(today);
  const confirmed = Math.min(qualifyingThisYear, GOLD_DONATIONS);
  return (
    <span className="flex items-center gap-2">
      <GoldLoops confirmed={confirmed} waiting={counts ? 1 : 0} size={19} className="w-[134px]!" />
      <span className="text-[0.9375rem] text-muted tabular max-sm:sr-only">
        {confirmed} of {GOLD_DONATIONS}
        <span className="sr-only"> qualifying donations this year</span>
      </span>
    </span>
  );
}
