import type { ReactNode } from 'react';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import type { Verdict } from './verdict.ts';
import type { VerdictParts } from './verdictParts.ts';

type VerdictHeadProps = {
  verdict: Verdict | null;
  /** There with the first verdict. */
  parts: VerdictParts | null;
  /** The button that leads to another code. */
  newCode: ReactNode;
};

/** The code, and below it what the till says about it. Before that nothing, but the place where it is read out. */
export function VerdictHead({ verdict, parts, newCode }: VerdictHeadProps) {
  const { timeZone } = useSiteInfo();
  const shown = parts && verdict;
  return (
    <div className={shown ? `${parts.slabTone(shown)} ${lowBar}` : undefined}>
      {shown && <CodeBar code={shown.code} newCode={newCode} />}
      <div role="status" className="low:min-w-0 low:flex-1">
        {shown && <parts.VerdictSlab verdict={shown} timeZone={timeZone} />}
      </div>
    </div>
  );
}

/** On a low screen the verdict is a bar that stays, with the code at its end. */
const lowBar = 'low:sticky low:top-0 low:z-10 low:flex low:flex-row-reverse low:items-center';

function CodeBar({ code, newCode }: { code: string; newCode: ReactNode }) {
  return (
    <div className="border-b-[1.5px] border-line bg-raised text-ink low:shrink-0 low:border-0 low:bg-transparent low:text-inherit">
      <div className="container-page flex min-h-[73px] items-center justify-between gap-4 py-3 low:min-h-0 low:py-0 low:ps-0">
        <p className="t-code-row min-w-0 wrap-anywhere low:text-[min(1.25rem,2.7vw)]">{code}</p>
        <div className="shrink-0 low:hidden">{newCode}</div>
      </div>
    </div>
  );
}
