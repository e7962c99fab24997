import { termsSentence } from '#features/rewards/rules.ts';
import { completeSite } from '#features/site/siteAtFirst.ts';
import { siteInfo } from '#features/site/siteInfoAddress.ts';
import { useAnswer } from '#web/api/useAnswer.ts';
import { Loops } from '#web/ui/Loops.tsx';
import { TillNote } from './TillNote.tsx';

/** What a code is good for, on the example of one. */
export function TagTerms() {
  const { usesPerCode, daysValid } = useTerms();
  return (
    <p className="flex items-center gap-2.5 font-[650] text-ink">
      <Loops total={usesPerCode} closed={0} label="" size={20} />
      {usesPerCode === 1 ? '1 use' : `${usesPerCode} uses`}, {daysValid === 1 ? '1 day' : `${daysValid} days`}
    </p>
  );
}

/** The same in a sentence. */
export function TillTerms() {
  return <TillNote>{termsSentence(useTerms())}</TillNote>;
}

function useTerms() {
  return completeSite(useAnswer(siteInfo) ?? {}).rewards;
}
