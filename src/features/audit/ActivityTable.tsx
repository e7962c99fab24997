import { Fragment, useId } from 'react';
import { formatInstant } from '#words/dates.ts';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { SkeletonBox } from '#web/ui/Skeleton.tsx';
import { Cell, HeadCell, Row, Table } from '#web/ui/Table.tsx';
import { Details, DetailsButton, Sentence, type ActivityListProps } from './ActivityPieces.tsx';

const COLUMNS = 3;

export function ActivityTable({ items, unfolded }: ActivityListProps) {
  const { timeZone } = useSiteInfo();
  const id = useId();
  return (
    <Table label="Activity">
      <Heads />
      <tbody>
        {items.map((item) => {
          const open = unfolded.has(item.id);
          const detailsId = `${id}-${item.id}`;
          return (
            <Fragment key={item.id}>
              <Row
                data-row={item.id}
                className={`[&_:is(a,button)]:scroll-mt-12 ${open ? 'hover:bg-transparent [&>*]:border-b-0!' : ''}`}
              >
                <Cell nowrap quiet className="w-px pe-5">
                  {formatInstant(new Date(item.createdAt), timeZone)}
                </Cell>
                <Cell className="py-2 wrap-anywhere">
                  <Sentence item={item} timeZone={timeZone} />
                </Cell>
                <Cell align="end" className="w-px pe-2.5!">
                  <DetailsButton
                    size="row"
                    open={open}
                    controls={detailsId}
                    onClick={() => unfolded.toggle(item.id)}
                  />
                </Cell>
              </Row>
              {open && (
                <Row id={detailsId} className="hover:bg-transparent">
                  <Cell className="h-0! p-0!" />
                  <Cell colSpan={COLUMNS - 1} className="pt-0.5 pb-3">
                    <Details item={item} />
                  </Cell>
                </Row>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </Table>
  );
}

function Heads() {
  return (
    <thead>
      <tr>
        <HeadCell>When</HeadCell>
        <HeadCell>What happened</HeadCell>
        <HeadCell align="end">Details</HeadCell>
      </tr>
    </thead>
  );
}

const sentenceWidths = ['w-64', 'w-80', 'w-56', 'w-72'];

/** The table's shape while it loads. */
export function ActivityTableSkeleton() {
  return (
    <div aria-hidden="true">
      <Table label="Loading">
        <Heads />
        <tbody>
          {Array.from({ length: 10 }, (_, index) => (
            <Row key={index}>
              <Cell className="w-px pe-5">
                <SkeletonBox className="w-42" />
              </Cell>
              <Cell>
                <SkeletonBox className={`max-w-full ${sentenceWidths[index % sentenceWidths.length]}`} />
              </Cell>
              <Cell>
                <SkeletonBox shape="block" className="ms-auto h-7 w-18" />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
