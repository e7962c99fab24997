import {
  mayHaveArrived,
  refused,
  refusedDescription,
  sent,
  sentDescription,
  tooOld,
} from '#words/keptNews.ts';
import type { toast } from '#web/ui/toast.ts';
import { isKeptAs, type KeptAs, type KeptDonation, takeNews } from './keptStore.ts';

type Toast = Parameters<typeof toast>[0];

interface Words {
  sent: (count: number) => string;
  sentDescription: (count: number) => string;
  refused: (count: number) => string;
  refusedDescription: (why: string) => string;
  tooOld: string;
  mayHaveArrived: string;
}

const ownWords: Words = { sent, sentDescription, refused, refusedDescription, tooOld, mayHaveArrived };

/**
 * What to tell of kept donations that were sent or refused, where nobody has been told yet: null where there is nothing.
 *
 * @param words `#words/keptNews.ts` in the language of the page that tells it, unless that is this build's own.
 */
export async function takeNewsToast(words = ownWords): Promise<Toast | null> {
  return newsToast(await takeNews(Date.now()).catch(() => []), words);
}

/** Names no donor ID: others may use this phone. */
function newsToast(news: readonly KeptDonation[], words: Words): Toast | null {
  const [first, ...others] = news.filter((donation) => isKeptAs(donation, 'refused'));
  if (first)
    return {
      kind: 'error',
      title: words.refused(1 + others.length),
      description: words.refusedDescription(whyRefused(first, words)),
    };
  if (news.length === 0) return null;
  return {
    kind: 'success',
    title: words.sent(news.length),
    description: words.sentDescription(news.length),
  };
}

/** What to tell of a refused one. */
export function whyRefused(donation: KeptAs<'refused'>, words = ownWords): string {
  const { sentence } = donation.state;
  if (sentence !== null) return sentence;
  return donation.mayHaveArrived ? `${words.tooOld} ${words.mayHaveArrived}` : words.tooOld;
}
