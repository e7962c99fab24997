import { useId } from 'react';
import { Link } from 'react-router';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { lengths } from '#shared/lengths.ts';
import { cachedLightEndpoint } from '#web/api/lightEndpoint.ts';
import { errorOrStatus } from '#web/api/errors.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { useChange } from '#web/api/useChange.ts';
import { Bin } from '#web/art/Bin.tsx';
import { SelectField, TextAreaField, TextField } from '#web/form/fields.tsx';
import { Form } from '#web/form/Form.tsx';
import { useZodForm } from '#web/form/useForm.ts';
import { paths } from '#web/paths.ts';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/Shelf.tsx';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { Skeleton, SkeletonBox } from '#web/ui/Skeleton.tsx';
import { reportBin as words } from '#words/bins.tsx';
import { form as formWords } from '#words/forms.ts';
import { BinLocation } from './BinLocation.tsx';
import type { contract, PublicBin } from './contract.ts';
import { publicBins } from './publicBins.ts';
import type { reportForm } from './reportForm.ts';
import { isSampleBin } from './sampleBins.ts';

const reportOverflow = cachedLightEndpoint<typeof contract.reportOverflow>({
  method: 'POST',
  path: '/api/overflow-alerts',
  access: 'public',
  changes: ['bins'],
});

/** The bin that the page's address names. One of the parts may be empty. */
interface ScannedBin {
  id: string;
  code: string;
}

type ReportValues = z.output<typeof reportForm>;

export type ReportMutation = ReturnType<typeof useReportBin>;

const skeletonRow = (
  <span className="flex flex-1 flex-col gap-2.5">
    <SkeletonBox className="w-24" />
    <SkeletonBox className="h-[50px]" />
  </span>
);

const mutationKey = ['report bin'];

export function useReportBin() {
  return useChange(reportOverflow, {
    mutationKey,
    change: (send, report: ReportValues) => send({ body: { ...report, binId: Number(report.binId) } }),
  });
}

type ReportBinProps = {
  /** Held by the parent, which replaces the form once the report is sent. */
  reportMutation: ReportMutation;
  /** What the QR code names. If a bin matches it, the form offers no choice. */
  scannedBin: ScannedBin | null;
};

/** The report of a full or damaged bin, on its page and in the guide's dialog. */
export function ReportBin({ reportMutation, scannedBin }: ReportBinProps) {
  const list = useQuery(endpointQuery(publicBins, {}));
  if (list.isError) {
    return (
      <ErrorBanner
        message={errorOrStatus(list.error)}
        retrying={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    );
  }
  if (list.isPending) return <Skeleton label={words.loading} row={skeletonRow} />;
  const { bins } = list.data;
  if (bins.length === 0) {
    return (
      <EmptyState
        object={Bin}
        title={words.noBins}
        text={words.noBinsText}
        action={
          <Button asChild kind="outline">
            <Link to={paths.section('contact')}>{words.contactUs}</Link>
          </Button>
        }
      />
    );
  }
  return <ReportForm bins={bins} reportMutation={reportMutation} scannedBin={scannedBin} />;
}

type ReportFormProps = ReportBinProps & { bins: readonly PublicBin[] };

function ReportForm({ bins, reportMutation, scannedBin }: ReportFormProps) {
  const queryClient = useQueryClient();
  const bin = scannedBin && findBin(bins, scannedBin);
  const form = useZodForm(async () => (await import('./reportForm.ts')).reportForm, {
    defaultValues: { binId: bin ? String(bin.id) : '', reportedBy: '', notes: '', email: '' },
  });
  // After a press, the form may still wait for its schema.
  const pending = reportMutation.isPending || form.formState.isSubmitting;
  const pickBinHintId = useId();
  const { sendsMail } = useSiteInfo();
  const isBinChosen = useWatch({ control: form.control, name: 'binId' }) !== '';

  function submit(values: ReportValues) {
    // A second tap can come before the button is disabled, and this call takes no idempotency key.
    if (queryClient.isMutating({ mutationKey }) === 0) reportMutation.mutate(values);
  }

  return (
    <Form
      form={form}
      onSubmit={submit}
      pending={pending}
      error={reportMutation.error && errorOrStatus(reportMutation.error)}
      actions={
        <div className="grid gap-2">
          <Button
            type="submit"
            size="large"
            pending={pending}
            pendingLabel={words.sending}
            disabled={!isBinChosen}
            aria-describedby={isBinChosen ? undefined : pickBinHintId}
          >
            {words.send}
          </Button>
          {!isBinChosen && (
            <p id={pickBinHintId} className="t-small text-center text-muted">
              {words.pickBin}
            </p>
          )}
        </div>
      }
    >
      {bin ? (
        <ReportedBinCard bin={bin} />
      ) : (
        <>
          {scannedBin && (
            <p className="flex gap-3 rounded-large bg-sky-tint px-4 py-3">
              <Info size={20} aria-hidden="true" className="mt-1 shrink-0 text-sky-deep" />
              {isSampleBin(scannedBin) ? words.sampleBin : words.unknownBin}
            </p>
          )}
          <SelectField
            control={form.control}
            name="binId"
            label={words.bin}
            emptyLabel={words.pickBin}
            options={bins.map(({ id, name, location }) => ({
              value: String(id),
              label: `${name}, ${location}`,
            }))}
          />
        </>
      )}
      <TextField
        control={form.control}
        name="reportedBy"
        label={words.yourName}
        labelNote={formWords.optional}
        autoComplete="name"
        maxLength={lengths.name}
      />
      <TextAreaField
        control={form.control}
        name="notes"
        label={words.notes}
        labelNote={formWords.optional}
        hint={words.notesHint}
        rows={3}
        maxLength={lengths.alertNotes}
      />
      {sendsMail && (
        <TextField
          control={form.control}
          name="email"
          label={words.email}
          labelNote={formWords.optional}
          hint={words.emailHint}
          type="email"
          autoComplete="email"
          maxLength={lengths.email}
        />
      )}
    </Form>
  );
}

function ReportedBinCard({ bin: { name, location, binCode } }: { bin: PublicBin }) {
  return (
    <section
      aria-label={words.reportedBin}
      className="rounded-card border-[1.5px] border-line bg-raised px-4.5 py-4"
    >
      <h2 className="t-3 wrap-anywhere">{name}</h2>
      <BinLocation location={location} className="mt-1.5" />
      <p className="mt-1 font-display text-base leading-[1.3] font-bold tracking-[.045em] wrap-anywhere">
        {binCode}
      </p>
    </section>
  );
}

/** Each part that the QR code has must match, since a printed code may outlive its bin. */
function findBin(bins: readonly PublicBin[], { id, code }: ScannedBin): PublicBin | undefined {
  return bins.find(
    (bin) => (id === '' || id === String(bin.id)) && (code === '' || code.toUpperCase() === bin.binCode),
  );
}
