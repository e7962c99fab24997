import { Fragment, useId } from 'react';
import { DetailsButton } from '#features/audit/ActivityPieces.tsx';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { formatInstantDay } from '#words/dates.ts';
import { SkeletonBox } from '#web/ui/Skeleton.tsx';
import { Cell, HeadCell, Row, Table } from '#web/ui/Table.tsx';
import { Consent, type SubscriberListProps, SubscriberState } from './SubscriberPieces.tsx';
import { sourceName } from './subscriberWords.ts';

const COLUMNS = 5;

export function SubscribersTable({ subscribers, isMailOn, unfolded }: SubscriberListProps) {
  const { timeZone } = useSiteInfo();
  const id = useId();
  return (
    <Table label="Subscribers">
      <Heads />
      <tbody>
        {subscribers.map((subscriber) => {
          const open = unfolded.has(subscriber.id);
          const detailsId = `${id}-${subscriber.id}`;
          const { email, firstName, source, createdAt } = subscriber;
          return (
            <Fragment key={subscriber.id}>
              <Row
                data-row={subscriber.id}
                className={`[&_:is(a,button)]:scroll-mt-12 ${open ? 'hover:bg-transparent [&>*]:border-b-0!' : ''}`}
              >
                <Cell heading className="w-full py-1.5 wrap-anywhere">
                  {email}
                  {firstName !== null && <span className="ms-2 font-normal text-muted">{firstName}</span>}
                </Cell>
                <Cell className="w-px">
                  <SubscriberState subscriber={subscriber} isMailOn={isMailOn} />
                </Cell>
                <Cell nowrap className="w-px">
                  {formatInstantDay(new Date(createdAt), timeZone)}
                </Cell>
                <Cell quiet={source === null} className="max-w-60 min-w-36 truncate max-lg:hidden">
                  {sourceName(source)}
                </Cell>
                <Cell align="end" className="w-px pe-2.5!">
                  <DetailsButton
                    size="row"
                    open={open}
                    controls={detailsId}
                    onClick={() => unfolded.toggle(subscriber.id)}
                  />
                </Cell>
              </Row>
              {open && (
                <Row id={detailsId} className="hover:bg-transparent">
                  <Cell colSpan={COLUMNS} className="pt-0.5 pb-3">
                    <Consent subscriber={subscriber} />
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
        <HeadCell>Address</HeadCell>
        <HeadCell>State</HeadCell>
        <HeadCell>Subscribed</HeadCell>
        <HeadCell className="max-lg:hidden">Page</HeadCell>
        <HeadCell align="end">Details</HeadCell>
      </tr>
    </thead>
  );
}

/** The table's shape while it loads. */
export function SubscribersTableSkeleton() {
  return (
    <div aria-hidden="true">
      <Table label="Loading">
        <Heads />
        <tbody>
          {['w-56', 'w-64', 'w-48', 'w-60', 'w-52', 'w-44'].map((width) => (
            <Row key={width}>
              <Cell className="w-full">
                <SkeletonBox className={`max-w-full ${width}`} />
              </Cell>
              <Cell className="w-px">
                <SkeletonBox className="w-22" />
              </Cell>
              <Cell className="w-px">
                <SkeletonBox className="w-24" />
              </Cell>
              <Cell className="min-w-36 max-lg:hidden">
                <SkeletonBox className="w-20" />
              </Cell>
              <Cell className="w-px">
                <SkeletonBox shape="block" className="ms-auto h-7 w-18" />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
