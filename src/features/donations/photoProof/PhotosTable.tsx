import { actionsColumn, type Column, DataTable } from '#web/ui/DataTable.tsx';
import type { DonationRow } from '#features/donations/contract.ts';
import { dateColumn, locationColumn } from '#features/donations/donationColumns.tsx';
import { DonorLink } from '#features/donations/DonorLink.tsx';
import { MeasuredWeight } from '#features/donations/DonationPieces.tsx';
import { OpenPhotoLink, PhotoStatus, UploadButton, type PhotoListProps } from './PhotoPieces.tsx';

export const photoColumns: readonly Column<DonationRow, PhotoListProps>[] = [
  {
    name: 'Student ID',
    heading: ({ studentId }) => studentId !== null,
    quiet: ({ studentId }) => studentId === null,
    skeleton: 'w-24',
    cellClassName: 'w-2/5 min-w-28 py-1.5 wrap-anywhere',
    // One taken in at the table may have none.
    cell: (donation) => <DonorLink donation={donation}>{donation.studentId ?? undefined}</DonorLink>,
  },
  {
    name: 'Claimed Weight',
    nowrap: true,
    skeleton: 'w-14',
    cellClassName: 'font-[650]',
    cell: ({ weight }) => weight,
  },
  {
    name: 'Actual Weight',
    nowrap: true,
    skeleton: 'w-20',
    cell: (donation) => <MeasuredWeight donation={donation} />,
  },
  dateColumn,
  // Narrower than this, the dialog says where it was left.
  { ...locationColumn, className: 'max-[899px]:hidden', cellClassName: 'w-3/5 max-w-0 truncate' },
  { name: 'Photo Status', skeleton: 'w-18', cell: (donation) => <PhotoStatus donation={donation} /> },
  actionsColumn({
    skeleton: 'w-24',
    cellClassName: 'max-lg:[&_button_svg]:hidden',
    cell: (donation, { onUpload }) => (
      <>
        <OpenPhotoLink donation={donation} size="row" />
        <UploadButton donation={donation} size="row" onClick={() => onUpload(donation)} />
      </>
    ),
  }),
];

export function PhotosTable(props: PhotoListProps) {
  return <DataTable label="Donations" columns={photoColumns} rows={props.donations} context={props} />;
}
