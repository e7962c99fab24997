import { useQuery } from '@tanstack/react-query';
import { Link as LinkIcon } from 'lucide-react';
import { useSiteInfo } from '#features/settings/site/useSiteInfo.ts';
import { formatInstantDay } from '#words/formats.ts';
import { errorMessage } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { useChange } from '#web/api/useChange.ts';
import { Button } from '#web/ui/Button.tsx';
import { ReasonButton } from '#web/ui/ReasonButton.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { SkeletonBox } from '#web/ui/Skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { contract } from './contract.ts';

type StatementLinkDialogProps = { partner: { id: number; name: string }; onClose: () => void };

/** The link by which a store reads its own statements: one stands at a time. */
export function StatementLinkDialog({ partner: { id, name }, onClose }: StatementLinkDialogProps) {
  const params = { id };
  const standing = useQuery(endpointQuery(contract.statementLink, { params }));
  const create = useChange(contract.createStatementLink, {
    change: (send) => send({ params }),
    // The link is to be in no cache.
    gcTime: 0,
    onSuccess: () => end.reset(),
  });
  const end = useChange(contract.endStatementLink, {
    change: (send) => send({ params }),
    staysPending: true,
    onSuccess: () => {
      create.reset();
      toast({ kind: 'success', title: 'Link ended', description: `${name} can open it no more.` });
    },
  });
  const link = standing.data?.link;
  const made = create.data?.link;
  const failure = create.error ?? end.error ?? standing.error;
  const pending = create.isPending || end.isPending;
  const wait = pending ? 'Wait until this is done.' : undefined;

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Link for ${name}`}
      startsOn="footer"
      error={failure && errorMessage(failure, 'The link could not be read or changed.')}
      pending={pending}
      footer={
        <>
          {/* Not once a new one is made: on a phone it would come under the finger that pressed for that. */}
          {link && made === undefined && (
            <Button
              kind="clayGhost"
              size="console"
              className="sm:me-auto"
              pending={end.isPending}
              pendingLabel="Ending…"
              onClick={() => end.mutate()}
            >
              End the link
            </Button>
          )}
          <ReasonButton kind="ghost" size="console" onClick={onClose} disabledReason={wait}>
            Close
          </ReasonButton>
          {standing.data && made === undefined && (
            <Button
              size="console"
              icon={LinkIcon}
              pending={create.isPending}
              pendingLabel="Making the link…"
              onClick={() => create.mutate()}
            >
              {link ? 'Make a new link' : 'Make a link'}
            </Button>
          )}
        </>
      }
    >
      <p className="text-base leading-[1.5]">
        By this link the store sees its own months, and can say of a line that it is not its own. It needs no
        sign-in: whoever has the link can read it. Reward codes stand there without their last characters.
      </p>
      {made === undefined ? (
        <Standing link={link} />
      ) : (
        <div className="mt-4 rounded-large bg-sunk px-4 py-4">
          <output aria-label="Link for the store" className="block text-base font-[650] break-all select-all">
            {made}
          </output>
          <div className="mt-3">
            <CopyButton text={made} label="Copy link" />
          </div>
          <p className="mt-3 text-muted">
            Send it to the store now: it is shown only once. An earlier link has ended.
          </p>
        </div>
      )}
    </Dialog>
  );
}

type StandingLink = { createdAt: string; createdBy: string };

function Standing({ link }: { link: StandingLink | null | undefined }) {
  const { timeZone } = useSiteInfo();
  if (link === undefined) return <SkeletonBox className="mt-4 w-64" />;
  return (
    <p className="mt-3 text-base leading-[1.5]">
      {link ? (
        <>
          <b className="font-[650]">
            A link stands since {formatInstantDay(new Date(link.createdAt), timeZone)}
          </b>
          , made by {link.createdBy}. It was shown once; a new one ends it.
        </>
      ) : (
        <b className="font-[650]">No link stands.</b>
      )}
    </p>
  );
}
