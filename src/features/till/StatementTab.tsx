import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link as LinkIcon } from 'lucide-react';
import { useState } from 'react';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { endpointUrl } from '#shared/endpoint.ts';
import { lengths } from '#shared/lengths.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { useChange } from '#web/api/useChange.ts';
import { useRowKeys } from '#web/console/useRowKeys.ts';
import { FormDialog } from '#web/form/FormDialog.tsx';
import { TextAreaField } from '#web/form/fields.tsx';
import { useZodForm } from '#web/form/useForm.ts';
import { Button } from '#web/ui/Button.tsx';
import { RowButton } from '#web/ui/DataRows.tsx';
import { SkeletonBox } from '#web/ui/Skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { formatInstantDay } from '#words/formats.ts';
import { contract } from './contract.ts';
import { LinkDialog } from './LinkDialog.tsx';
import { useShownMonth } from './MonthHead.tsx';
import { formatDayAndTime, type ShownLine } from './statementFormats.ts';
import { StatementButtons, StatementView } from './StatementView.tsx';

/** A store's statement in the console. */
export function StatementTab({ partnerId }: { partnerId: number }) {
  const { timeZone } = useSiteInfo();
  const shownMonth = useShownMonth();
  const params = { id: partnerId };
  const query = useQuery({
    ...endpointQuery(contract.statement, { params, query: { month: shownMonth.pastMonth } }),
    placeholderData: keepPreviousData,
  });
  const closedMonths = useQuery(endpointQuery(contract.closedMonths, { params }));
  const [lineToGiveBack, setLineToGiveBack] = useState<ShownLine | null>(null);
  useRowKeys({ rows: query.data?.lines ?? [] });
  return (
    <>
      <StatementView
        shownMonth={shownMonth}
        query={query}
        closedMonths={closedMonths.data?.months}
        renderAction={(line) => renderGiveBackButton(line, timeZone, setLineToGiveBack)}
      />
      {lineToGiveBack && <GiveBackDialog line={lineToGiveBack} onClose={() => setLineToGiveBack(null)} />}
    </>
  );
}

/** Also rendered for a use that was given back in a later month: the server refuses to do it again. */
function renderGiveBackButton(line: ShownLine, timeZone: TimeZone, onGiveBack: (line: ShownLine) => void) {
  if (line.kind === 'reversed' || line.givenBackAt !== null) return null;
  return (
    <RowButton onClick={() => onGiveBack(line)}>
      Give back
      <span className="sr-only">, {formatLine(line, timeZone)}</span>
    </RowButton>
  );
}

function formatLine({ at, code, clerk }: ShownLine, timeZone: TimeZone): string {
  return [formatDayAndTime(at, timeZone), code, clerk].filter(Boolean).join(', ');
}

/** The buttons above a store's statement in the console. */
export function StatementActions({ partner }: { partner: { id: number; name: string } }) {
  const { pastMonth } = useShownMonth();
  const [isLinkOpen, setLinkOpen] = useState(false);
  return (
    <>
      <Button
        kind="ghost"
        size="console"
        icon={LinkIcon}
        className="max-md:min-h-11 max-sm:px-2.5"
        onClick={() => setLinkOpen(true)}
      >
        Link for the store
      </Button>
      <StatementButtons
        fileUrl={(separator) =>
          endpointUrl(contract.statementFile, {
            params: { id: partner.id },
            query: { month: pastMonth, separator },
          })
        }
      />
      {isLinkOpen && <StatementLinkDialog partner={partner} onClose={() => setLinkOpen(false)} />}
    </>
  );
}

function GiveBackDialog({ line, onClose }: { line: ShownLine; onClose: () => void }) {
  const { timeZone } = useSiteInfo();
  const form = useZodForm(contract.reverseRedemption.body, { defaultValues: { reason: '' } });
  const giveBack = useChange(contract.reverseRedemption, {
    change: (send, body: { reason: string }) => send({ params: { id: line.id }, body }),
    onSuccess: ({ remaining }) => {
      toast({
        kind: 'success',
        title: 'Use given back',
        description: `${line.code} has ${remaining === 1 ? '1 use' : `${remaining} uses`} left.`,
      });
      onClose();
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title={`Give the use back to ${line.code}?`}
      description={formatLine(line, timeZone)}
      submitLabel="Give it back"
      pendingLabel="Giving back…"
      form={form}
      change={giveBack}
      onSubmit={giveBack.mutate}
      failed="Failed to give the use back"
    >
      <p className="text-base leading-[1.5]">
        The code gets the use back. The statement gets another line with today’s date; a closed month stays as
        it is. This cannot be undone.
      </p>
      <TextAreaField
        control={form.control}
        name="reason"
        label="Reason"
        hint="Recorded in the log, without names."
        rows={3}
        maxLength={lengths.reason}
      />
    </FormDialog>
  );
}

type StatementLinkDialogProps = { partner: { id: number; name: string }; onClose: () => void };

/** Makes and ends the link by which a store reads its own statements. A new link ends the earlier one. */
function StatementLinkDialog({ partner: { id, name }, onClose }: StatementLinkDialogProps) {
  const { timeZone } = useSiteInfo();
  const params = { id };
  const currentLink = useQuery(endpointQuery(contract.statementLink, { params }));
  const createLink = useChange(contract.createStatementLink, {
    change: (send) => send({ params }),
    // The link leaves the cache when the dialog closes, because whoever has it can read the statements.
    gcTime: 0,
  });
  const endLink = useChange(contract.endStatementLink, {
    change: (send) => send({ params }),
    staysPending: true,
    onSuccess: () =>
      toast({ kind: 'success', title: 'Link ended', description: `${name} can no longer open it.` }),
  });
  const link = currentLink.data?.link;
  const createLabel = link ? 'Make a new link' : 'Make a link';
  const endButton = link && (
    <Button
      kind="clayGhost"
      size="console"
      className="sm:me-auto"
      pending={endLink.isPending}
      pendingLabel="Ending…"
      onClick={() => endLink.mutate()}
    >
      End the link
    </Button>
  );
  return (
    <LinkDialog
      title={`Link for ${name}`}
      create={createLink}
      createLabel={link === undefined ? null : createLabel}
      secondAction={{
        error: endLink.error ?? currentLink.error,
        isPending: endLink.isPending,
        button: endButton,
      }}
      linkLabel="Link for the store"
      qrLabel={`QR code of the link for ${name}`}
      linkNote="Send it to the store now. An earlier link has ended."
      onClose={onClose}
    >
      <p>
        With this link the store reads its own statements, without a sign-in. Whoever has the link can read
        them. Reward codes are shown without their last characters.
      </p>
      {link === undefined && <SkeletonBox className="w-64" />}
      {link === null && <b className="font-[650]">There is no link.</b>}
      {link && (
        <p>
          <b className="font-[650]">
            A link has existed since {formatInstantDay(new Date(link.createdAt), timeZone)}
          </b>
          , made by {link.createdBy}. It was shown once. A new link ends it.
        </p>
      )}
    </LinkDialog>
  );
}
