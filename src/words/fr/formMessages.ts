// What the schemas of forms say, in the language of the page.
import { lookUpIn } from '#shared/lookUp.ts';
import { formSentences } from './formSentences.ts';

const inFrench = lookUpIn(formSentences);

/** What one of them says stays as it is where it has no French: it speaks French already. */
export const translated: ((message: string) => string) | null = (message) => inFrench(message) ?? message;
