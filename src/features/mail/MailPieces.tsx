import { CircleAlert } from 'lucide-react';
import type { Day } from '#shared/dates.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { PersonLink } from '#web/console/PersonLink.tsx';
import type { MailRow } from './contract.ts';
import { failureWords } from './mailTabWords.ts';

export interface MailListProps {
  mails: readonly MailRow[];
  today: Day;
  timeZone: TimeZone;
  /** The one that is shown. */
  shown: number | null;
  onShow: (mail: MailRow) => void;
}

/** What a mail is about: it shows the mail. */
export function Subject({ mail, onShow }: { mail: MailRow } & Pick<MailListProps, 'onShow'>) {
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
export function Failure({ mail }: { mail: MailRow }) {
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
