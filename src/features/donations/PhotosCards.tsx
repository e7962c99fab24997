import { MapPin } from 'lucide-react';
import { formatDay } from '#shared/dates.ts';
import { MeasuredWeight } from './DonationPieces.tsx';
import { donationPlace, donorLabel } from './donationWords.ts';
import { OpenPhotoLink, PhotoStatus, UploadButton, type PhotoListProps } from './PhotoPieces.tsx';

const card = 'border-t-[1.5px] border-line px-3.5 pt-3.5 pb-4';

/** The photo page's donations on a phone. */
export function PhotosCards({ donations, onUpload }: PhotoListProps) {
  return (
    <ul aria-label="Donations">
      {donations.map((donation) => (
        <li key={donation.id} data-row={donation.id} className={card}>
          <div className="flex items-start justify-between gap-3">
            <h2 className="min-w-0 font-text text-base leading-[1.4] font-[650] wrap-anywhere">
              {donorLabel(donation)}
            </h2>
            <PhotoStatus donation={donation} />
          </div>
          <p className="mt-0.5 flex flex-wrap justify-between gap-x-3 text-[0.9375rem] tabular">
            <span>
              <span className="text-muted">Claimed </span>
              <b className="font-[650]">{donation.weight}</b>
              {donation.actualWeight === null ? (
                <span className="text-muted">, not weighed</span>
              ) : (
                <>
                  <span className="text-muted">, measured </span>
                  <MeasuredWeight donation={donation} />
                </>
              )}
            </span>
            <span className="text-muted">{formatDay(donation.date)}</span>
          </p>
          <p className="mt-0.5 flex gap-1.5 text-[0.9375rem]">
            <MapPin size={16} aria-hidden="true" className="mt-[3px] shrink-0" />
            <span className="min-w-0 wrap-anywhere">{donationPlace(donation)}</span>
          </p>
          <div className="mt-3 flex gap-2 *:flex-1">
            <UploadButton donation={donation} size="small" onClick={() => onUpload(donation)} />
            <OpenPhotoLink donation={donation} size="small" />
          </div>
        </li>
      ))}
    </ul>
  );
}
