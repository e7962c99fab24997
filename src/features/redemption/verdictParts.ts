import { AfterVerdict } from './AfterVerdict.tsx';
import { slabTone, VerdictSlab } from './VerdictSlab.tsx';

/** What shows a verdict. It comes with the first check, and not with the page that waits for a code. */
export const verdictParts = { AfterVerdict, slabTone, VerdictSlab };

export type VerdictParts = typeof verdictParts;
