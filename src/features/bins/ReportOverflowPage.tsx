import { Link, useSearchParams } from 'react-router';
import { titles } from '#words/site.ts';
import { Bin } from '#web/art/Bin.tsx';
import { PublicLayout } from '#web/layouts/PublicLayout.tsx';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Bay, bayFrame } from '#web/ui/Shelf.tsx';
import { SuccessHead } from '#web/ui/SuccessHead.tsx';
import { reportBin as words } from '#words/bins.tsx';
import { ReportBin, type ReportMutation, useReportBin } from './ReportBin.tsx';

/** The page that a bin's Report QR code opens. */
export default function ReportOverflowPage() {
  const reportMutation = useReportBin();
  const message = reportMutation.data?.message;
  return (
    <PublicLayout header="slim" footer={false}>
      <meta name="description" content={words.description} />
      {message ? <Sent message={message} /> : <ReportContent reportMutation={reportMutation} />}
    </PublicLayout>
  );
}

function ReportContent({ reportMutation }: { reportMutation: ReportMutation }) {
  const [query] = useSearchParams();
  const [id, code] = [query.get('bin') ?? '', query.get('code') ?? ''];
  const scannedBin = id || code ? { id, code } : null;
  return (
    <div className="container-page grid flex-1 content-start gap-x-16 gap-y-10 py-6.5 pb-12 max-bar:max-w-[38rem] bar:grid-cols-[minmax(0,34rem)_minmax(0,25rem)] bar:justify-between bar:py-14">
      <title>{titles.reportOverflow}</title>
      <div>
        <h1 className="t-2">{words.heading}</h1>
        <p className="mt-1.5 mb-6 text-muted">{words.lead}</p>
        <ReportBin reportMutation={reportMutation} scannedBin={scannedBin} />
      </div>
      <aside className="self-start">
        <div className={bayFrame}>
          <Bay tint="sky" objects={<Bin size={128} />}>
            <div className="px-6.5 pt-5.5 pb-6">
              <h2 className="t-3">{words.whatIsNext}</h2>
              <p className="mt-1.5 text-muted">{words.whatIsNextText}</p>
            </div>
          </Bay>
        </div>
      </aside>
    </div>
  );
}

function Sent({ message }: { message: string }) {
  return (
    <div className="mx-auto w-full max-w-[430px] px-5 pt-9 pb-14">
      <title>{words.sentTitle}</title>
      <SuccessHead object={<Bin size={100} />} title={words.sent}>
        {message}
      </SuccessHead>
      <div className="mt-7 grid gap-2">
        <Button asChild size="large">
          <Link to={paths.home}>{words.goHome}</Link>
        </Button>
        <Button asChild kind="ghost">
          <Link to={paths.guide}>{words.whatWeTake}</Link>
        </Button>
      </div>
    </div>
  );
}
