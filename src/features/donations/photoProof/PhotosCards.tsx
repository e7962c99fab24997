import { MapPin } from 'lucide-react';
import { formatDay } from '#shared/dates.ts';
import { CardHeading, CardRow } from '#web/console/CardRow.tsx';
import { donationPlace, donorName } from '#features/donations/donationWords.ts';
import { MeasuredWeight } from '#features/donations/DonationPieces.tsx';
import { OpenPhotoLink, PhotoStatus, UploadButton, type PhotoListProps } from './PhotoPieces.tsx';

/** The photo page's donations on a phone. */
export function PhotosCards({ donations, onUpload }: PhotoListProps) {
  return (
    <ul aria-label="Donations">
      {donations.map((donation) => (
        <CardRow key={donation.id} id={donation.id}>
          <div className="flex items-start justify-between gap-3">
            <CardHeading>{donorName(donation)}</CardHeading>
            <PhotoStatus donation={donation} />
          </div>
          <p className="mt-0.5 text-[0.9375rem] text-muted tabular">
            Claimed <b className="font-[650] text-ink">{donation.weight}</b>
            {donation.actualWeight === null ? (
              ', not weighed'
            ) : (
              <>
                , measured <MeasuredWeight donation={donation} />
              </>
            )}
          </p>
          <div className="mt-0.5 flex justify-between gap-3 text-[0.9375rem]">
            <p className="flex min-w-0 gap-1.5">
              <MapPin size={16} aria-hidden="true" className="mt-[3px] shrink-0" />
              <span className="min-w-0 wrap-anywhere">{donationPlace(donation)}</span>
            </p>
            <p className="whitespace-nowrap text-muted tabular">{formatDay(donation.date)}</p>
          </div>
          <div className="mt-3 flex gap-2 [&>*]:flex-1">
            <UploadButton donation={donation} size="small" onClick={() => onUpload(donation)} />
            <OpenPhotoLink donation={donation} size="small" />
          </div>
        </CardRow>
      ))}
    </ul>
  );
}
