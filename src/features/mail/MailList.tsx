import { CircleAlert } from 'lucide-react';
import { Fragment } from 'react';
import type { Day } from '#shared/dates.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { CardHeading, CardRow, CardTop } from '#web/console/CardRow.tsx';
import { PersonLink } from '#web/console/PersonLink.tsx';
import { classNames } from '#web/ui/classNames.ts';
import { type Column, TableSkeleton } from '#web/ui/DataTable.tsx';
import { StatusPill } from '#web/ui/Pill.tsx';
import { Cell, HeadCell, Row, Table } from '#web/ui/Table.tsx';
import type { MailRow } from './contract.ts';
import { failureWords, tryWords, whenWords } from './mailTabWords.ts';

interface MailListProps {
  mails: readonly MailRow[];
  today: Day;
  timeZone: TimeZone;
  /** The one that is shown. */
  shown: number | null;
  onShow: (mail: MailRow) => void;
}

const columns: readonly Column<MailRow, MailListProps>[] = [
  {
    name: 'State',
    skeleton: 'w-18',
    cellClassName: 'w-px',
    cell: ({ id, status }, { shown }) => (
      <StatusPill status={status} size="small" onSelectedRow={id === shown} />
    ),
  },
  {
    name: 'Subject',
    skeleton: 'w-56',
    cellClassName: 'py-1.5 wrap-anywhere',
    cell: (mail, { onShow }) => <Subject mail={mail} onShow={onShow} />,
  },
  {
    name: 'To',
    skeleton: 'w-40',
    cellClassName: 'py-1.5 text-muted',
    cell: ({ recipient }) => <span className="block max-w-52 wrap-break-word">{recipient}</span>,
  },
  {
    name: 'When',
    skeleton: 'w-20',
    cellClassName: 'w-px whitespace-nowrap first-letter:uppercase',
    cell: (mail, { today, timeZone }) => whenWords(mail, today, timeZone),
  },
  { name: 'Tries', align: 'end', skeleton: 'w-4', cellClassName: 'w-px', cell: ({ tries }) => tries },
];

export const mailTableSkeleton = <TableSkeleton columns={columns} rows={5} />;

export function MailTable(props: MailListProps) {
  return (
    <Table label="Mail">
      <thead>
        <tr>
          {columns.map(({ name, align }) => (
            <HeadCell key={name} align={align}>
              {name}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {props.mails.map((mail) => (
          <Fragment key={mail.id}>
            <Row
              data-row={mail.id}
              selected={mail.id === props.shown}
              className={classNames(
                '[&_:is(a,button)]:scroll-mt-12',
                mail.id === props.shown && '[&>:first-child]:shadow-[inset_4px_0_0_var(--spruce)]',
                mail.status === 'failed' && '[&>*]:border-b-0!',
              )}
            >
              {columns.map(({ name, align, cellClassName, cell }) => (
                <Cell key={name} align={align} className={cellClassName}>
                  {cell(mail, props)}
                </Cell>
              ))}
            </Row>
            {mail.status === 'failed' && (
              <Row className="bg-clay-tint hover:bg-clay-tint">
                <Cell className="h-0! p-0!" />
                <Cell colSpan={columns.length - 1} className="py-1.5">
                  <Failure mail={mail} />
                </Cell>
              </Row>
            )}
          </Fragment>
        ))}
      </tbody>
    </Table>
  );
}

/** The mail on a screen too narrow for a table. */
export function MailCards({ mails, today, timeZone, onShow }: MailListProps) {
  return (
    <ul aria-label="Mail">
      {mails.map((mail) => (
        <CardRow key={mail.id} id={mail.id}>
          <CardTop pill={<StatusPill status={mail.status} size="small" />}>
            <CardHeading>
              <Subject mail={mail} onShow={onShow} />
            </CardHeading>
          </CardTop>
          <p className="mt-0.5 text-[0.9375rem] text-muted wrap-anywhere">
            {mail.recipient}, {whenWords(mail, today, timeZone)}, {tryWords(mail)}
          </p>
          {mail.status === 'failed' && (
            <div className="mt-1.5 text-[0.9375rem]">
              <Failure mail={mail} />
            </div>
          )}
        </CardRow>
      ))}
    </ul>
  );
}

/** What a mail is about: it shows the mail. */
function Subject({ mail, onShow }: { mail: MailRow } & Pick<MailListProps, 'onShow'>) {
  return (
    <button
      type="button"
      onClick={() => onShow(mail)}
      className="cursor-pointer rounded-shelf text-start font-[650] underline-offset-4 hover:underline max-md:min-h-11"
    >
      {mail.subject}
    </button>
  );
}

/** Why it did not arrive, and whom to ask for another address. */
function Failure({ mail }: { mail: MailRow }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-clay-deep">
      <CircleAlert size={17} className="shrink-0" aria-hidden />
      <span className="min-w-0 flex-1 basis-56 wrap-anywhere">{failureWords(mail)}</span>
      {mail.participantId !== null && (
        <PersonLink id={mail.participantId} className="font-[650] text-spruce">
          Open {mail.participantName ?? 'person'}
        </PersonLink>
      )}
    </span>
  );
}
