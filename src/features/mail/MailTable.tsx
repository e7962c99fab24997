import { Fragment } from 'react';
import { classNames } from '#web/ui/classNames.ts';
import { StatusPill } from '#web/ui/Pill.tsx';
import { SkeletonBox } from '#web/ui/Skeleton.tsx';
import { Cell, HeadCell, Row, Table } from '#web/ui/Table.tsx';
import { Failure, type MailListProps, Subject } from './MailPieces.tsx';
import { whenWords } from './mailTabWords.ts';

const COLUMNS = 5;

export function MailTable({ mails, today, timeZone, shown, onShow }: MailListProps) {
  return (
    <Table label="Mail">
      <Heads />
      <tbody>
        {mails.map((mail) => {
          const isShown = mail.id === shown;
          const hasFailed = mail.status === 'failed';
          return (
            <Fragment key={mail.id}>
              <Row
                data-row={mail.id}
                selected={isShown}
                className={classNames(
                  '[&_:is(a,button)]:scroll-mt-12',
                  isShown && '[&>:first-child]:shadow-[inset_4px_0_0_var(--spruce)]',
                  hasFailed && '[&>*]:border-b-0!',
                )}
              >
                <Cell className="w-px">
                  <StatusPill status={mail.status} size="small" onSelectedRow={isShown} />
                </Cell>
                <Cell className="py-1.5 wrap-anywhere">
                  <Subject mail={mail} onShow={onShow} />
                </Cell>
                <Cell quiet className="py-1.5">
                  <span className="block max-w-52 wrap-break-word">{mail.recipient}</span>
                </Cell>
                <Cell nowrap className="w-px first-letter:uppercase">
                  {whenWords(mail, today, timeZone)}
                </Cell>
                <Cell align="end" className="w-px">
                  {mail.tries}
                </Cell>
              </Row>
              {hasFailed && (
                <Row className="bg-clay-tint hover:bg-clay-tint">
                  <Cell className="h-0! p-0!" />
                  <Cell colSpan={COLUMNS - 1} className="py-1.5">
                    <Failure mail={mail} />
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
        <HeadCell>State</HeadCell>
        <HeadCell>Subject</HeadCell>
        <HeadCell>To</HeadCell>
        <HeadCell>When</HeadCell>
        <HeadCell align="end">Tries</HeadCell>
      </tr>
    </thead>
  );
}

/** The table's shape while it loads. */
export function MailTableSkeleton() {
  return (
    <div aria-hidden="true">
      <Table label="Loading">
        <Heads />
        <tbody>
          {['w-56', 'w-64', 'w-48', 'w-60', 'w-52'].map((width) => (
            <Row key={width}>
              <Cell className="w-px">
                <SkeletonBox className="w-18" />
              </Cell>
              <Cell>
                <SkeletonBox className={`max-w-full ${width}`} />
              </Cell>
              <Cell>
                <SkeletonBox className="w-40 max-w-full" />
              </Cell>
              <Cell className="w-px">
                <SkeletonBox className="w-20" />
              </Cell>
              <Cell className="w-px">
                <SkeletonBox className="ms-auto w-4" />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
