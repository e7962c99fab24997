import { Link } from 'react-router';
import { TriangleAlert } from 'lucide-react';
import { lazy, startTransition, Suspense, useState, useTransition } from 'react';
import { guide as words } from '#words/bins.tsx';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/toast.ts';

// Its form library is as large as the rest of the page, and most readers never open it.
const load = () => import('#features/bins/ReportBinDialog.tsx');
const ReportBinDialog = lazy(async () => ({ default: (await load()).ReportBinDialog }));

/** For those in doubt: what happens with unsure things, and the two ways to reach the team. */
export function UnsureNote() {
  const [reporting, setReporting] = useState(false);
  const [opening, startOpening] = useTransition();

  async function open() {
    try {
      await load();
      startTransition(() => setReporting(true));
    } catch {
      toast({ kind: 'error', title: words.error, description: words.networkError });
    }
  }

  return (
    <section
      aria-labelledby="unsure"
      className="on-field mt-14 flex flex-wrap items-center justify-between gap-x-10 gap-y-6 rounded-slab bg-field px-5 py-6 text-field-ink bar:px-10 bar:py-9"
    >
      <div className="max-w-[29rem]">
        <h2 id="unsure" className="t-2 text-[2.25rem]">
          {words.unsure}
        </h2>
        <p className="mt-2">{words.unsureText}</p>
      </div>
      <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:flex-col max-sm:[&>*]:px-3">
        <Button asChild kind="outline">
          <Link to={paths.section('contact')}>{words.contactUs}</Link>
        </Button>
        <Button kind="fieldOutline" icon={TriangleAlert} pending={opening} onClick={() => startOpening(open)}>
          {words.reportBin}
        </Button>
      </div>
      <Suspense>{reporting && <ReportBinDialog onClose={() => setReporting(false)} />}</Suspense>
    </section>
  );
}
