import { CardHeading, CardRow, CardTop } from '#web/console/CardRow.tsx';
import { StatusPill } from '#web/ui/Pill.tsx';
import { Failure, type MailListProps, Subject } from './MailPieces.tsx';
import { tryWords, whenWords } from './mailTabWords.ts';

/** The mail where no table has room. */
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
