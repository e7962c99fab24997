import { termsLabel, termsSentence } from '#words/rewards.tsx';
import { completeSite } from '#web/site/useSiteInfo.ts';
import { useSiteAnswer } from '#web/site/Visit.tsx';
import { Loops } from '#web/ui/Pip.tsx';
import { TillNote } from './TillNote.tsx';

/** What a code is good for, on the example of one. */
export function TagTerms() {
  const terms = useTerms();
  return (
    <p className="flex items-center gap-2.5 font-[650] text-ink">
      <Loops total={terms.usesPerCode} closed={0} label="" size={20} />
      {termsLabel(terms)}
    </p>
  );
}

/** The same in a sentence. */
export function TillTerms() {
  return <TillNote>{termsSentence(useTerms())}</TillNote>;
}

function useTerms() {
  return completeSite(useSiteAnswer() ?? {}).rewards;
}
