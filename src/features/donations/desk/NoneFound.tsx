import { Link } from 'react-router';
import type { DonationRow } from '#features/donations/contract.ts';
import { MARK_CHARACTERS } from '#features/donations/rules.ts';
import { Bag } from '#web/art/Bag.tsx';
import { useDonationAddress } from '#web/console/donationAddress.ts';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/classNames.ts';
import { Kbd } from '#web/ui/Kbd.tsx';
import { Shelf } from '#web/ui/Shelf.tsx';
import { describeDecision } from './deskWords.ts';
import { UnclaimedBag } from './UnclaimedBag.tsx';
import type { Desk } from './useDesk.ts';

/** Shown when no pending donation is found. The bag can be counted as unclaimed. */
export function NoneFound({ desk }: { desk: Desk }) {
  const { found, text, isWeighingUnclaimed, startUnclaimedBag } = desk;
  const typedText = text.trim();
  return (
    <div className="gap-5 md:grid md:grid-cols-[minmax(0,1fr)_300px] lg:grid-cols-[minmax(0,1fr)_472px]">
      <section
        aria-label="None found"
        className="flex min-w-0 items-center gap-8 px-4 py-8 max-lg:flex-col md:min-h-71 md:rounded-console-card md:border-[1.5px] md:border-line md:bg-raised md:px-8"
      >
        <Shelf
          thickness={8}
          className={classNames('w-42.5 shrink-0', isWeighingUnclaimed && 'max-md:hidden')}
          rowClassName="justify-center"
        >
          <Bag isDotted size={104} />
        </Shelf>
        <div className="min-w-0">
          <div role="status">
            {found.decided ? (
              <DecidedDonation donation={found.decided} />
            ) : (
              <>
                <h2 className="t-3 text-[1.6875rem]!">
                  {typedText.length === MARK_CHARACTERS ? 'No bag with that mark' : 'No bag found'}
                </h2>
                <p className="mt-1.5 text-base text-muted wrap-anywhere">
                  {typedText} is not among the {found.pendingCount} that wait. Type the donor’s ID or name, or
                  count the bag for everyone:
                </p>
              </>
            )}
          </div>
          <Button kind="outline" onClick={startUnclaimedBag} className="mt-4 max-sm:w-full">
            Unclaimed bag: weigh it anyway
            <span aria-hidden="true" className="flex text-ink max-md:hidden">
              <Kbd>Enter</Kbd>
            </span>
          </Button>
        </div>
      </section>
      {isWeighingUnclaimed && <UnclaimedBag desk={desk} />}
    </div>
  );
}

function DecidedDonation({ donation }: { donation: DonationRow }) {
  const { timeZone } = useSiteInfo();
  const addressOf = useDonationAddress();
  return (
    <>
      <h2 className="t-3 text-[1.6875rem]!">{describeDecision(donation, timeZone)}</h2>
      <p className="mt-1.5 text-base text-muted">
        <Link
          to={addressOf(donation.id)}
          preventScrollReset
          className="inline-flex min-h-11 items-center font-[650] text-spruce underline-offset-4 hover:underline"
        >
          Open
        </Link>
      </p>
    </>
  );
}
