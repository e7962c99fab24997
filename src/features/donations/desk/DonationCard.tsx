import { useQuery } from '@tanstack/react-query';
import { TriangleAlert, ZoomIn } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { DonorLink } from '#features/donations/console/DonationPieces.tsx';
import { donationPlace } from '#features/donations/console/listedDonation.ts';
import { contract, type DonationRow } from '#features/donations/contract.ts';
import { MARK_CHARACTERS } from '#features/donations/rules.ts';
import { claimWithStatus } from '#features/donors/claimWords.ts';
import { contract as participants } from '#features/donors/contract.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { useMayCall } from '#web/console/useMayCall.ts';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Field.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Kbd } from '#web/ui/Kbd.tsx';
import { CompareDialog } from './CompareDialog.tsx';
import { bagName, describeAlike, formatDayAndLogTime } from './deskWords.ts';
import type { Desk } from './useDesk.ts';

type DonationCardProps = { desk: Desk; donation: DonationRow; isPhone: boolean };

/** A donation's facts, photo and warnings. */
export function DonationCard({ desk, donation, isPhone }: DonationCardProps) {
  const { timeZone } = useSiteInfo();
  const photo = donation.photoUrl !== null && (
    <Photo
      url={donation.photoUrl}
      bag={bagName(donation)}
      isPhone={isPhone}
      onEnlarge={() => desk.openOverlay('photo')}
    />
  );
  return (
    <section
      aria-label={bagName(donation)}
      className="flex min-w-0 flex-col overflow-clip md:rounded-console-card md:border-[1.5px] md:border-line md:bg-raised"
    >
      <div className="flex-1 gap-6 px-4 pt-3 pb-4 md:p-6 lg:flex">
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2 md:gap-x-6">
            <p className="font-display leading-none font-extrabold tracking-[-.045em]">
              {donation.mark === null ? (
                <span className="text-[2.25rem] text-muted">No mark</span>
              ) : (
                <span
                  className={
                    donation.mark.length > MARK_CHARACTERS
                      ? 'text-[min(4rem,16vw)] md:text-[5.75rem]'
                      : 'text-[min(5.25rem,21.5vw)] md:text-[7.5rem]'
                  }
                >
                  {donation.mark}
                </span>
              )}
            </p>
            <p className="leading-[1.2]">
              <span className="block text-[0.9375rem] text-muted">Claimed</span>
              <b className="font-display text-[1.75rem] font-[780] tracking-[-.03em] whitespace-nowrap md:text-[2.25rem]">
                {donation.weight}
              </b>
            </p>
            {isPhone && photo}
          </div>
          <dl className="mt-2 grid gap-1.5 text-base leading-[1.5] md:mt-5 md:gap-2">
            <Fact term="Donor">
              <DonorLink donation={donation} className="font-[650] text-spruce" />
              {donation.participantName !== null && donation.studentId !== null && (
                <span className="ms-1.5 text-muted">{donation.studentId}</span>
              )}
            </Fact>
            <Fact term="Place">{donationPlace(donation)}</Fact>
            <Fact term="Date">{formatDayAndLogTime(donation, timeZone)}</Fact>
            {donation.notes !== null && <Fact term="Notes">{donation.notes}</Fact>}
          </dl>
        </div>
        {!isPhone && photo}
      </div>
      {donation.alike > 0 && <AlikeWarning desk={desk} donation={donation} />}
      <ClaimLine desk={desk} donation={donation} />
      {desk.overlay === 'photo' && <LargePhoto desk={desk} donation={donation} />}
    </section>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[60px_1fr] md:grid-cols-[71px_1fr]">
      <dt className="text-muted">{term}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

type PhotoProps = { url: string; bag: string; isPhone: boolean; onEnlarge: () => void };

function Photo({ url, bag, isPhone, onEnlarge }: PhotoProps) {
  const [hasFailed, setHasFailed] = useState(false);
  if (hasFailed) {
    return (
      <a
        href={url}
        target="_blank"
        rel="noreferrer"
        className="ms-auto font-semibold text-spruce underline underline-offset-4"
      >
        Open the photo
      </a>
    );
  }
  const image = (
    <img
      src={url}
      alt={`What was given as ${bag}`}
      onError={() => setHasFailed(true)}
      className="absolute inset-0 size-full object-cover"
    />
  );
  if (isPhone) {
    return (
      <button
        type="button"
        aria-label="Enlarge the photo"
        onClick={onEnlarge}
        className="relative ms-auto size-[min(4.5rem,18vw)] shrink-0 cursor-pointer overflow-clip rounded-large bg-sunk"
      >
        {image}
      </button>
    );
  }
  return (
    <div className="relative h-57 w-full overflow-clip rounded-large bg-sunk max-lg:mt-5 lg:w-71 lg:shrink-0">
      {image}
      <Button
        kind="quiet"
        size="small"
        icon={ZoomIn}
        onClick={onEnlarge}
        className="absolute end-2 bottom-2 min-h-9! rounded-full! bg-raised! px-2.5! text-[0.84375rem]! text-ink!"
      >
        Enlarge
        <span aria-hidden="true" className="flex">
          <Kbd>Z</Kbd>
        </span>
      </Button>
    </div>
  );
}

/** The photo in a dialog that fills the window. */
function LargePhoto({ desk, donation }: Pick<DonationCardProps, 'desk' | 'donation'>) {
  if (donation.photoUrl === null) return null;
  return (
    <Dialog
      onClose={desk.closeOverlay}
      size="photo"
      title={`Photo of ${bagName(donation)}`}
      error={null}
      pending={false}
    >
      <img
        src={donation.photoUrl}
        alt={`What was given as ${bagName(donation)}`}
        className="size-full object-contain"
      />
    </Dialog>
  );
}

/** Warns that the donation may have been logged twice. */
function AlikeWarning({ desk, donation }: Pick<DonationCardProps, 'desk' | 'donation'>) {
  const details = useQuery(endpointQuery(contract.donationDetails, { params: { id: donation.id } }));
  const alikeDonation = details.data?.alike[0];
  const count = donation.alike;
  return (
    <div className="flex gap-3 border-s-6 border-wheat bg-wheat-tint py-2.5 ps-3.5 pe-4 leading-[1.4] md:ps-4.5">
      <TriangleAlert size={19} aria-hidden="true" className="mt-0.5 shrink-0 text-wheat-deep" />
      <div className="min-w-0 text-[0.9375rem]">
        <p className="font-bold">{count === 1 ? 'Another one looks alike' : `${count} others look alike`}</p>
        <p>
          {alikeDonation && (
            <>
              {describeAlike(donation, alikeDonation)}{' '}
              <button
                type="button"
                onClick={() => desk.openOverlay('comparison')}
                className="-my-2.5 cursor-pointer py-2.5 font-[650] text-spruce underline-offset-4 hover:underline"
              >
                Compare
              </button>
            </>
          )}
        </p>
      </div>
      {alikeDonation && desk.overlay === 'comparison' && (
        <CompareDialog desk={desk} donation={donation} alikeDonation={alikeDonation} />
      )}
    </div>
  );
}

/** The donor's claimed name and email, which an admin can accept with the confirmation. */
function ClaimLine({ desk, donation }: Pick<DonationCardProps, 'desk' | 'donation'>) {
  const id = useId();
  const mayDecide = useMayCall()(participants.decideClaim);
  const claim = claimWithStatus(donation);
  if (claim === null || !mayDecide) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 md:px-6">
      <p id={`${id}-claim`} className="min-w-0 wrap-anywhere first-letter:uppercase">
        {claim}
      </p>
      <span className="ms-auto flex items-center gap-3">
        <Checkbox
          id={id}
          size="page"
          checked={desk.acceptsClaim}
          aria-describedby={`${id}-claim`}
          onChange={(event) => desk.setAcceptsClaim(event.currentTarget.checked)}
        />
        <label htmlFor={id} className="cursor-pointer font-[650]">
          Accept
        </label>
        <span aria-hidden="true" className="flex max-md:hidden">
          <Kbd>E</Kbd>
        </span>
      </span>
    </div>
  );
}
