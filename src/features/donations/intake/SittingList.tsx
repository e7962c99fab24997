import { Image } from 'lucide-react';
import { Link } from 'react-router';
import { contract as rewards } from '#features/rewards/contract.ts';
import { useDonationAddress } from '#web/console/donationAddress.ts';
import { PersonLink } from '#web/console/PersonLink.tsx';
import { Bag } from '#web/art/Bag.tsx';
import { useMayCall } from '#web/console/useMayCall.ts';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { EmptyState } from '#web/ui/Shelf.tsx';
import { StatusPill } from '#web/ui/Pill.tsx';
import type { TakenIn } from './useSitting.ts';

/** What this sitting has taken in, the latest first, with the codes to hand out. */
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
            {participantId === undefined ? (
              name
            ) : (
              <PersonLink id={participantId} isNewTab>
                {name}
              </PersonLink>
            )}
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
