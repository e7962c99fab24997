import type { toast } from '#web/ui/toast.ts';
import { isKeptAs, type KeptDonation, takeNews } from './keptStore.ts';

type Toast = Parameters<typeof toast>[0];

/** What to tell of kept donations that were sent or refused, where nobody has been told yet: null where there is nothing. */
export async function takeNewsToast(): Promise<Toast | null> {
  return newsToast(await takeNews(Date.now()).catch(() => []));
}

/** Names no donor ID: others may use this phone. */
function newsToast(news: readonly KeptDonation[]): Toast | null {
  const refused = news.filter((donation) => isKeptAs(donation, 'refused'));
  if (refused[0])
    return {
      kind: 'error',
      title: refused.length === 1 ? 'A kept donation was not logged' : 'Kept donations were not logged',
      description: `${refused[0].state.sentence} Open Log Donation to mend it.`,
    };
  if (news.length === 0) return null;
  return {
    kind: 'success',
    title: news.length === 1 ? 'Kept donation sent' : 'Kept donations sent',
    description:
      news.length === 1
        ? 'Your donation is logged. An admin confirms it, usually within two days.'
        : `All ${news.length} are logged. An admin confirms them, usually within two days.`,
  };
}
