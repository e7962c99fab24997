import { Link } from 'react-router';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { formatInstantDay } from '#words/formats.ts';
import { paths } from '#web/paths.ts';
import { StatusPill } from '#web/ui/Pill.tsx';
import { type SummaryBin, mostInNeedFirst } from './adminSummary.ts';

/** Two rows of three. A phone shows the first two. */
const MOST_SHOWN = 6;

/** The bins that need somebody most: those that overflow, then those that were emptied longest ago. */
export function SummaryBins({ bins }: { bins: readonly SummaryBin[] }) {
  const { timeZone } = useSiteInfo();
  if (bins.length === 0) return null;
  return (
    <section
      aria-label="Bins"
      className="grid gap-x-4 gap-y-1.5 px-2.5 py-2.5 sm:px-3.5 md:grid-cols-[6.5rem_1fr] md:px-[18px]"
    >
      <div className="flex items-baseline gap-x-3 max-md:justify-between md:flex-col">
        <h2 className="font-text text-[0.90625rem] leading-[1.4] font-[650]">Bins</h2>
        {bins.length > 1 && (
          <Link
            to={paths.consoleTab('bins')}
            className="-my-1 py-1 text-[0.84375rem] font-semibold text-spruce underline underline-offset-4 max-sm:-my-3 max-sm:py-3"
          >
            See all {bins.length}
          </Link>
        )}
      </div>
      <ul className="grid gap-x-5 gap-y-1.5 sm:grid-cols-3">
        {mostInNeedFirst(bins)
          .slice(0, MOST_SHOWN)
          .map(({ id, name, isOverflowing, lastEmptied }) => (
            <li key={id} className="min-w-0 leading-[1.35] max-sm:nth-[n+3]:hidden">
              <p className="flex flex-wrap items-center gap-x-1.5">
                <span className="min-w-0 text-[0.90625rem] font-semibold wrap-anywhere">{name}</span>
                {isOverflowing && <StatusPill status="overflow" size="small" />}
              </p>
              <p className="text-[0.8125rem] text-muted tabular">
                {lastEmptied === null
                  ? 'Never emptied'
                  : `Emptied ${formatInstantDay(new Date(lastEmptied), timeZone)}`}
              </p>
            </li>
          ))}
      </ul>
    </section>
  );
}
