import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link as LinkIcon } from 'lucide-react';
import { useState } from 'react';
import { useSiteInfo } from '#features/settings/site/useSiteInfo.ts';
import { endpointUrl } from '#shared/endpoint.ts';
import { lengths } from '#shared/lengths.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { errorMessage } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { useChange } from '#web/api/useChange.ts';
import { useRowKeys } from '#web/console/useRowKeys.ts';
import { FormDialog } from '#web/form/FormDialog.tsx';
import { TextAreaField } from '#web/form/fields.tsx';
import { useZodForm } from '#web/form/useForm.ts';
import { Button } from '#web/ui/Button.tsx';
import { RowButton } from '#web/ui/DataRows.tsx';
import { toast } from '#web/ui/toast.ts';
import { contract } from './contract.ts';
import { useShownMonth } from './MonthHead.tsx';
import { lineName, mayBeGivenBack, type ShownLine } from './statementLines.ts';
import { StatementLinkDialog } from './StatementLinkDialog.tsx';
import { StatementButtons, StatementView } from './StatementView.tsx';

/** A store's account of a month, as the office sees it. */
export function StatementTab({ partnerId }: { partnerId: number }) {
  const { timeZone } = useSiteInfo();
  const shown = useShownMonth();
  const params = { id: partnerId };
  const query = useQuery({
    ...endpointQuery(contract.statement, { params, query: { month: shown.named } }),
    placeholderData: keepPreviousData,
  });
  const closed = useQuery(endpointQuery(contract.closedMonths, { params }));
  const [givingBack, setGivingBack] = useState<ShownLine | null>(null);
  useRowKeys({ rows: query.data?.lines ?? [] });
  return (
    <>
      <StatementView
        shown={shown}
        query={query}
        closed={closed.data?.months}
        failure={errorMessage(query.error, 'Failed to load the statement')}
        action={giveBackButton(timeZone, setGivingBack)}
      />
      {givingBack && <GiveBackDialog line={givingBack} onClose={() => setGivingBack(null)} />}
    </>
  );
}

const giveBackButton = (timeZone: TimeZone, onGiveBack: (line: ShownLine) => void) => (line: ShownLine) =>
  mayBeGivenBack(line) && (
    <RowButton onClick={() => onGiveBack(line)}>
      Give back
      <span className="sr-only">, {lineName(line, timeZone)}</span>
    </RowButton>
  );

/** What is done with the whole of a store's statement. */
export function StatementActions({ partner }: { partner: { id: number; name: string } }) {
  const { named } = useShownMonth();
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
        href={endpointUrl(contract.statementFile, { params: { id: partner.id }, query: { month: named } })}
      />
      {sharing && <StatementLinkDialog partner={partner} onClose={() => setSharing(false)} />}
    </>
  );
}

/** Gives a use back to its code, and asks why. */
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
        hint="It stays in the log, so leave the donor’s name out of it."
        rows={3}
        maxLength={lengths.reason}
      />
    </FormDialog>
  );
}
