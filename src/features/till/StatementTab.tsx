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
import { formatWhen, type ShownLine } from './statementFormats.ts';
import { StatementButtons, StatementView } from './StatementView.tsx';

/** A store's statement in the console. */
export function StatementTab({ partnerId }: { partnerId: number }) {
  const { timeZone } = useSiteInfo();
  const shown = useShownMonth();
  const params = { id: partnerId };
  const query = useQuery({
    ...endpointQuery(contract.statement, { params, query: { month: shown.pastMonth } }),
    placeholderData: keepPreviousData,
  });
  const closedMonths = useQuery(endpointQuery(contract.closedMonths, { params }));
  const [givingBack, setGivingBack] = useState<ShownLine | null>(null);
  useRowKeys({ rows: query.data?.lines ?? [] });
  return (
    <>
      <StatementView
        shown={shown}
        query={query}
        closedMonths={closedMonths.data?.months}
        action={giveBackButton(timeZone, setGivingBack)}
      />
      {givingBack && <GiveBackDialog line={givingBack} onClose={() => setGivingBack(null)} />}
    </>
  );
}

const giveBackButton = (timeZone: TimeZone, onGiveBack: (line: ShownLine) => void) => (line: ShownLine) =>
  // The line of a later month may have given it back. Then the server refuses.
  line.kind === 'redeemed' &&
  line.givenBackAt === null && (
    <RowButton onClick={() => onGiveBack(line)}>
      Give back
      <span className="sr-only">, {lineName(line, timeZone)}</span>
    </RowButton>
  );

const lineName = ({ at, code, clerk }: ShownLine, timeZone: TimeZone) =>
  [formatWhen(at, timeZone), code, clerk].filter(Boolean).join(', ');

/** The buttons above a store's statement. */
export function StatementActions({ partner }: { partner: { id: number; name: string } }) {
  const { pastMonth } = useShownMonth();
  const [sharing, setSharing] = useState(false);
  return (
    <>
      <Button
        kind="ghost"
        size="console"
        icon={LinkIcon}
        className="max-md:min-h-11 max-sm:px-2.5"
        onClick={() => setSharing(true)}
      >
        Link for the store
      </Button>
      <StatementButtons
        addressOf={(separator) =>
          endpointUrl(contract.statementFile, {
            params: { id: partner.id },
            query: { month: pastMonth, separator },
          })
        }
      />
      {sharing && <StatementLinkDialog partner={partner} onClose={() => setSharing(false)} />}
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
      description={lineName(line, timeZone)}
      submitLabel="Give it back"
      pendingLabel="Giving back…"
      form={form}
      change={giveBack}
      onSubmit={giveBack.mutate}
      failed="Failed to give the use back"
    >
      <p className="text-base leading-[1.5]">
        The donor has the use again. It is a line of its own with today’s date; a closed month stays as it is.
        This cannot be taken back.
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
  const create = useChange(contract.createStatementLink, {
    change: (send) => send({ params }),
    // Whoever has the link can read the statements, so no cache holds it.
    gcTime: 0,
  });
  const end = useChange(contract.endStatementLink, {
    change: (send) => send({ params }),
    staysPending: true,
    onSuccess: () =>
      toast({ kind: 'success', title: 'Link ended', description: `${name} can open it no more.` }),
  });
  const link = currentLink.data?.link;
  const createLabel = link ? 'Make a new link' : 'Make a link';
  const endButton = link && (
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
  );
  return (
    <LinkDialog
      title={`Link for ${name}`}
      create={create}
      createLabel={link === undefined ? null : createLabel}
      secondAction={{ error: end.error ?? currentLink.error, isPending: end.isPending, button: endButton }}
      linkLabel="Link for the store"
      qrLabel={`QR code of the link for ${name}`}
      linkNote="Send it to the store now. An earlier link has ended."
      onClose={onClose}
    >
      <p>
        By this link the store sees its own months, month by month. It needs no sign-in: whoever has the link
        can read it. Reward codes stand there without their last characters.
      </p>
      {link === undefined && <SkeletonBox className="w-64" />}
      {link === null && <b className="font-[650]">No link stands.</b>}
      {link && (
        <p>
          <b className="font-[650]">
            A link stands since {formatInstantDay(new Date(link.createdAt), timeZone)}
          </b>
          , made by {link.createdBy}. It was shown once; a new one ends it.
        </p>
      )}
    </LinkDialog>
  );
}
