import { SkeletonBox } from '#web/ui/Skeleton.tsx';
import { Cell, HeadCell, Row, Table } from '#web/ui/Table.tsx';
import { CodeActions, CodeStatus, expiryDay, type CodeListProps } from './CodePieces.tsx';
import { ownerDetails, ownerName, usesText } from './codeWords.ts';

// Narrower than this, what the search finds all the same is left out.
const wide = 'max-[1239px]:hidden';
const medium = 'max-[859px]:hidden';

export function CodesTable({ codes, now, timeZone, onExtend, onRevoke }: CodeListProps) {
  return (
    <Table label="Reward codes">
      <Heads />
      <tbody>
        {codes.map((code) => (
          <Row key={code.id} data-row={code.id} className="[&_:is(a,button)]:scroll-mt-12">
            <Cell heading className="max-lg:w-full max-lg:max-w-0 max-lg:min-w-29 max-lg:py-1.5">
              <span className="tracking-[.02em] whitespace-nowrap">{code.code}</span>
              <span className="block truncate font-normal lg:hidden">{ownerName(code)}</span>
            </Cell>
            <Cell className="max-w-72 truncate max-lg:hidden">
              {ownerName(code)}
              <span className={`ps-2 text-muted ${wide}`}>{ownerDetails(code)}</span>
            </Cell>
            <Cell nowrap>{usesText(code)}</Cell>
            <Cell nowrap>{expiryDay(code, timeZone)}</Cell>
            <Cell quiet={code.partner_name === null} className={`max-w-44 truncate ${medium}`}>
              {code.partner_name ?? 'Any'}
            </Cell>
            <Cell>
              <CodeStatus code={code} now={now} />
            </Cell>
            <Cell align="end" className="pe-2.5! whitespace-nowrap">
              <span className="inline-flex gap-1 max-lg:[&_button]:px-1.5 max-lg:[&_svg]:hidden">
                <CodeActions code={code} now={now} size="row" onExtend={onExtend} onRevoke={onRevoke} />
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
        <HeadCell>Code</HeadCell>
        <HeadCell className="max-lg:hidden">Participant</HeadCell>
        <HeadCell>Uses</HeadCell>
        <HeadCell>Expires</HeadCell>
        <HeadCell className={medium}>Partner</HeadCell>
        <HeadCell>Status</HeadCell>
        <HeadCell align="end">Actions</HeadCell>
      </tr>
    </thead>
  );
}

const skeletonCells: readonly (readonly [width: string, hidden?: string])[] = [
  ['w-22'],
  ['w-32', 'max-lg:hidden'],
  ['w-10'],
  ['w-24'],
  ['w-28', medium],
  ['w-16'],
];

/** The table's shape while it loads. */
export function CodesTableSkeleton() {
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
                <SkeletonBox shape="block" className="ms-auto h-7 w-60 max-lg:w-44" />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
