import { formatDay } from '#shared/dates.ts';
import { SkeletonBox } from '#web/ui/Skeleton.tsx';
import { Cell, HeadCell, Row, Table } from '#web/ui/Table.tsx';
import { MeasuredWeight } from './DonationPieces.tsx';
import { donationPlace, donorLabel } from './donationWords.ts';
import { OpenPhotoLink, PhotoStatus, UploadButton, type PhotoListProps } from './PhotoPieces.tsx';

// Narrower than this, the dialog says where and when it was left.
const wide = 'max-[899px]:hidden';
const medium = 'max-[719px]:hidden';

export function PhotosTable({ donations, onUpload }: PhotoListProps) {
  return (
    <Table label="Donations">
      <Heads />
      <tbody>
        {donations.map((donation) => (
          <Row key={donation.id} data-row={donation.id} className="[&_:is(a,button)]:scroll-mt-12">
            <Cell
              heading={donation.studentId !== null}
              quiet={donation.studentId === null}
              className="max-w-44 truncate"
            >
              {donorLabel(donation)}
            </Cell>
            <Cell className="font-[650] whitespace-nowrap">{donation.weight}</Cell>
            <Cell nowrap>
              <MeasuredWeight donation={donation} />
            </Cell>
            <Cell nowrap className={medium}>
              {formatDay(donation.date)}
            </Cell>
            <Cell className={`max-w-56 truncate ${wide}`}>{donationPlace(donation)}</Cell>
            <Cell>
              <PhotoStatus donation={donation} />
            </Cell>
            <Cell align="end" className="pe-2.5! whitespace-nowrap">
              <span className="inline-flex gap-1 max-lg:[&_button_svg]:hidden">
                <OpenPhotoLink donation={donation} size="row" />
                <UploadButton donation={donation} size="row" onClick={() => onUpload(donation)} />
              </span>
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function Heads() {
  return (
    <thead>
      <tr>
        <HeadCell>Student ID</HeadCell>
        <HeadCell>Claimed Weight</HeadCell>
        <HeadCell>Actual Weight</HeadCell>
        <HeadCell className={medium}>Date</HeadCell>
        <HeadCell className={wide}>Location</HeadCell>
        <HeadCell>Photo Status</HeadCell>
        <HeadCell align="end">Actions</HeadCell>
      </tr>
    </thead>
  );
}

const skeletonCells: readonly (readonly [width: string, hidden?: string])[] = [
  ['w-24'],
  ['w-14'],
  ['w-20'],
  ['w-22', medium],
  ['w-36', wide],
  ['w-18'],
];

/** The table's shape while it loads. */
export function PhotosTableSkeleton() {
  return (
    <div aria-hidden="true">
      <Table label="Loading">
        <Heads />
        <tbody>
          {Array.from({ length: 8 }, (_, index) => (
            <Row key={index}>
              {skeletonCells.map(([width, hidden]) => (
                <Cell key={width} className={hidden}>
                  <SkeletonBox className={width} />
                </Cell>
              ))}
              <Cell>
                <SkeletonBox shape="block" className="ms-auto h-7 w-24" />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
