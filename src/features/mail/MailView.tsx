import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { useToday } from '#features/site/useToday.ts';
import { dayOf } from '#shared/dates.ts';
import { formatInstant, formatTime } from '#words/dates.ts';
import { endpointUrl } from '#shared/endpoint.ts';
import { errorToast } from '#web/api/errorToast.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { useChange } from '#web/api/useChange.ts';
import { PersonLink } from '#web/console/PersonLink.tsx';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/classNames.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { StatusPill } from '#web/ui/Pill.tsx';
import { SkeletonBox } from '#web/ui/Skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { contract, type MailRow } from './contract.ts';
import { failureWords, tryWords } from './mailTabWords.ts';

/** One mail as whoever gets it sees it, and sending it again. */
export function MailView({ id, className }: { id: number; className?: string }) {
  const [isText, setIsText] = useState(false);
  const mail = useQuery(endpointQuery(contract.oneMail, { params: { id } }));
  if (mail.error) {
    return (
      <ErrorBanner
        message="Failed to load the mail"
        onRetry={() => void mail.refetch()}
        retrying={mail.isFetching}
      />
    );
  }
  return (
    <article aria-label="Mail" className={classNames('flex min-h-0 flex-col', className)}>
      {mail.data ? (
        <>
          <Head mail={mail.data.mail} isText={isText} onChange={setIsText} />
          {isText ? (
            <pre
              lang={mail.data.mail.language}
              className="min-h-0 flex-1 overflow-auto border-y-[1.5px] border-line p-4 font-sans text-[0.9375rem] whitespace-pre-wrap wrap-anywhere"
            >
              {mail.data.text}
            </pre>
          ) : (
            <iframe
              // A mail is changed by what it tells of and by trying: the same number is the same look.
              key={id}
              title={mail.data.mail.subject}
              src={endpointUrl(contract.mailLook, { params: { id } })}
              sandbox="allow-popups allow-popups-to-escape-sandbox"
              className="min-h-90 w-full flex-1 border-y-[1.5px] border-line bg-sunk"
            />
          )}
          <Foot mail={mail.data.mail} />
        </>
      ) : (
        <div role="status" className="grid gap-3 p-4">
          <span className="sr-only">Loading…</span>
          <SkeletonBox className="w-40" />
          <SkeletonBox className="w-56" />
          <SkeletonBox shape="block" className="h-90 w-full" />
        </div>
      )}
    </article>
  );
}

interface HeadProps {
  mail: MailRow;
  isText: boolean;
  onChange: (isText: boolean) => void;
}

function Head({ mail, isText, onChange }: HeadProps) {
  const { timeZone } = useSiteInfo();
  const today = useToday();
  const {
    status,
    subject,
    language,
    recipient,
    participantId,
    participantName,
    nextTryAt,
    endedAt,
    createdAt,
  } = mail;
  const moment = new Date(nextTryAt ?? endedAt ?? createdAt);
  const at = (dayOf(moment, timeZone) === today ? formatTime : formatInstant)(moment, timeZone);
  const failure = failureWords(mail);
  return (
    <header className="grid gap-1.5 px-4 py-3 text-[0.9375rem]">
      <div className="flex items-center gap-2.5">
        <StatusPill status={status} size="small" />
        <span className="text-muted">
          {nextTryAt && 'next try '}
          {at}, {tryWords(mail)}
        </span>
        <span role="group" aria-label="Shown as" className="ms-auto flex shrink-0">
          {[false, true].map((asText) => (
            <Button
              key={String(asText)}
              kind={asText === isText ? 'ghost' : 'quiet'}
              size="row"
              aria-pressed={asText === isText}
              onClick={() => onChange(asText)}
              className={asText === isText ? 'bg-spruce-tint' : undefined}
            >
              {asText ? 'Text' : 'Look'}
            </Button>
          ))}
        </span>
      </div>
      <h2 lang={language} className="font-display text-[1.0625rem] leading-[1.3] font-[750] wrap-anywhere">
        {subject}
      </h2>
      <p className="wrap-anywhere">
        to{' '}
        {participantId !== null && participantName !== null && (
          <>
            <PersonLink id={participantId} className="font-[650] text-spruce">
              {participantName}
            </PersonLink>
            ,{' '}
          </>
        )}
        {recipient}
      </p>
      {failure !== null && <p className="text-clay-deep wrap-anywhere">{failure}</p>}
    </header>
  );
}

function Foot({ mail }: { mail: MailRow }) {
  const { timeZone } = useSiteInfo();
  const [isAsking, setIsAsking] = useState(false);
  const resend = useChange(contract.resendMail, {
    change: (send) => send({ params: { id: mail.id } }),
    onSuccess: () => {
      setIsAsking(false);
      toast({ kind: 'success', title: 'On its way again', description: `To ${mail.recipient}.` });
    },
    onError: (error) => {
      setIsAsking(false);
      errorToast(error, 'Failed to send it again');
    },
  });
  const canBeSent = mail.status !== 'waiting' && mail.kind !== 'sign_in_code';
  return (
    <footer className="flex flex-wrap items-center gap-3 bg-sunk px-4 py-2.5 text-[0.9375rem]">
      <span className="text-muted">
        Written{' '}
        {mail.about
          ? `with ${mail.about.entity} ${mail.about.id}`
          : formatInstant(new Date(mail.createdAt), timeZone)}
      </span>
      {canBeSent && (
        <Button
          kind="outline"
          size="small"
          icon={Send}
          pending={resend.isPending}
          pendingLabel="Sending…"
          onClick={() => (mail.status === 'sent' ? setIsAsking(true) : resend.mutate(undefined))}
          className="ms-auto"
        >
          Send again
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        title="Send it once more?"
        description={`It was sent to ${mail.recipient} before.`}
        confirmLabel="Send again"
        pendingLabel="Sending…"
        onConfirm={() => resend.mutate(undefined)}
        onCancel={() => setIsAsking(false)}
        error={null}
        pending={resend.isPending}
      />
    </footer>
  );
}
