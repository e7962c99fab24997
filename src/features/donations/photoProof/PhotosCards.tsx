import { MapPin } from 'lucide-react';
import { formatDay } from '#words/dates.ts';
import { CardActions, CardHeading, CardRow, CardTop } from '#web/console/CardRow.tsx';
import { donationPlace } from '#features/donations/donationWords.ts';
import { DonorLink } from '#features/donations/DonorLink.tsx';
import { MeasuredWeight } from '#features/donations/DonationPieces.tsx';
import { OpenPhotoLink, PhotoStatus, UploadButton, type PhotoListProps } from './PhotoPieces.tsx';

/** The photo page's donations where no table has room. */
export function PhotosCards({ donations, onUpload }: PhotoListProps) {
  return (
    <ul aria-label="Donations">
      {donations.map((donation) => (
        <CardRow
          key={donation.id}
          id={donation.id}
          end={
            <CardActions reversed>
              <UploadButton donation={donation} size="small" onClick={() => onUpload(donation)} />
              <OpenPhotoLink donation={donation} size="small" />
            </CardActions>
          }
        >
          <CardTop pill={<PhotoStatus donation={donation} />}>
            <CardHeading>
              <DonorLink donation={donation} className="-my-2.5 inline-block py-2.5" />
            </CardHeading>
          </CardTop>
          <p className="mt-0.5 text-[0.9375rem] text-muted tabular">
            {donation.participantName !== null && donation.studentId !== null ? (
              <span className="wrap-anywhere">{donation.studentId}, claimed </span>
            ) : (
              'Claimed '
            )}
            <b className="font-[650] text-ink">{donation.weight}</b>
            {donation.actualWeight === null ? (
              ', not weighed'
            ) : (
              <>
                , measured <MeasuredWeight donation={donation} />
              </>
            )}
          </p>
          <div className="mt-0.5 flex flex-wrap gap-x-3.5 text-[0.9375rem]">
            <p className="flex min-w-0 gap-1.5">
              <MapPin size={16} aria-hidden="true" className="mt-[3px] shrink-0" />
              <span className="min-w-0 wrap-anywhere">{donationPlace(donation)}</span>
            </p>
            <p className="whitespace-nowrap text-muted tabular">{formatDay(donation.date)}</p>
          </div>
        </CardRow>
      ))}
    </ul>
  );
}
