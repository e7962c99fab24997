import { Link } from 'react-router';
import type { TimeZone } from '#shared/timeZone.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { bestCode as words, rewardTags } from '#words/rewards.tsx';
import { BestTag, type RewardCode } from './RewardTag.tsx';

type BestCodeProps = {
  code: RewardCode;
  /** The donor has others, which end later. */
  isOneOfSeveral: boolean;
  now: Date;
  timeZone: TimeZone;
  /** The panel's own room. */
  className: string;
};

/** The code that a donor does best to use first, ready to be shown at a till. */
export function BestCode({ code, isOneOfSeveral, now, timeZone, className }: BestCodeProps) {
  return (
    <section
      aria-labelledby="best-code"
      className={`on-panel grid gap-x-10 rounded-slab bg-panel p-4.5 text-panel-ink sm:p-7 lg:grid-cols-[minmax(0,1fr)_32.5rem] xl:grid-cols-[minmax(0,1fr)_35rem] lg:grid-rows-[auto_1fr] lg:py-7.5 lg:pr-9 lg:pl-10 ${className}`}
    >
      <div>
        <h2 id="best-code" className="t-3 lg:text-[2.3125rem]">
          {words.heading}
        </h2>
        <p className="mt-1.5 text-panel-muted lg:mt-2.5 xl:text-[1.0625rem]">
          {isOneOfSeveral && words.endsFirst}
          <span className={isOneOfSeveral ? 'max-sm:hidden' : ''}>{words.atTheTill}</span>
        </p>
      </div>
      <div className="mt-4 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:mt-0">
        <BestTag code={code} now={now} timeZone={timeZone} />
      </div>
      <div className="mt-4 flex gap-3 self-start max-sm:[&>*]:grow lg:mt-5">
        <CopyButton text={code.code} label={rewardTags.copyCode} kind="wheat" size="medium" wide />
        <Button asChild kind="panelOutline" className="max-sm:hidden">
          <Link to={paths.dashboard}>{words.allCodes}</Link>
        </Button>
      </div>
    </section>
  );
}
