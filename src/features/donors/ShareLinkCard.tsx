import { Link2, Link2Off, RefreshCw } from 'lucide-react';
import { cachedAddress } from '#web/api/address.ts';
import { errorToast } from '#web/api/errors.ts';
import { useChange } from '#web/api/useChange.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { shareLink as words } from '#words/dashboard.tsx';
import type { contract } from './contract.ts';

const changeOwnShareLink = cachedAddress<typeof contract.changeOwnShareLink>({
  method: 'POST',
  path: '/api/students/share-link',
  access: 'donor',
  changes: ['participants'],
});

/** The donor's share link. A new one ends those before it; one that is off can be switched on again. */
export function ShareLinkCard({ url }: { url: string | null }) {
  const change = useChange(changeOwnShareLink, {
    change: (send, state: 'new' | 'off' | 'on') => send({ body: { state } }),
    staysPending: true,
    onError: (error) => errorToast(error, words.failed),
  });
  const press = (state: 'new' | 'off' | 'on') => () => {
    if (!change.isPending) change.mutate(state);
  };
  return (
    <Card as="section" aria-labelledby="share-link">
      <h2 id="share-link" className="t-3">
        {words.heading}
      </h2>
      <p className="mt-1.5 text-muted">{url === null ? words.isOff : words.whatItShows}</p>
      {url !== null && <p className="mt-1.5 wrap-anywhere">{url}</p>}
      <div className="mt-3 flex flex-wrap gap-2">
        {url === null ? (
          <Button kind="outline" size="small" icon={Link2} onClick={press('on')}>
            {words.switchOn}
          </Button>
        ) : (
          <>
            <CopyButton text={url} />
            <Button kind="ghost" size="small" icon={RefreshCw} onClick={press('new')}>
              {words.renew}
            </Button>
            <Button kind="ghost" size="small" icon={Link2Off} onClick={press('off')}>
              {words.switchOff}
            </Button>
          </>
        )}
      </div>
    </Card>
  );
}
