import { Link2, Link2Off, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { cachedLightEndpoint } from '#web/api/lightEndpoint.ts';
import { errorToast } from '#web/api/errors.ts';
import { useChange } from '#web/api/useChange.ts';
import { ConfirmDialog } from '#web/form/ConfirmDialog.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { shareLink as words } from '#words/dashboard.tsx';
import type { contract } from './contract.ts';

const changeOwnShareLink = cachedLightEndpoint<typeof contract.changeOwnShareLink>({
  method: 'POST',
  path: '/api/students/share-link',
  access: 'donor',
  changes: ['participants'],
});

type State = 'new' | 'off' | 'on';

/** The donor's share link. A new link ends the earlier ones. A link that is off can be switched on again. */
export function ShareLinkCard({ url }: { url: string | null }) {
  const [asked, setAsked] = useState<keyof typeof words.questions | null>(null);
  const change = useChange(changeOwnShareLink, {
    change: (send, state: State) => send({ body: { state } }),
    staysPending: true,
    onError: (error, state) => {
      if (state === 'on') errorToast(error, words.failed);
    },
  });
  const isOff = url === null;
  return (
    <Card as="section" aria-labelledby="share-link">
      <h2 id="share-link" className="t-3">
        {words.heading}
      </h2>
      <p className="mt-1.5 text-muted">{isOff ? words.isOff : words.whatItShows}</p>
      {!isOff && <p className="mt-1.5 wrap-anywhere">{url}</p>}
      <div className="mt-3 flex flex-wrap gap-2">
        {!isOff && (
          <>
            <CopyButton text={url} />
            <Button kind="ghost" size="small" icon={RefreshCw} onClick={() => setAsked('new')}>
              {words.renew}
            </Button>
          </>
        )}
        <Button
          kind={isOff ? 'outline' : 'ghost'}
          size="small"
          icon={isOff ? Link2 : Link2Off}
          pending={change.isPending && asked === null}
          pendingLabel={words.switchingOn}
          onClick={() => (isOff ? change.mutate('on') : setAsked('off'))}
        >
          {isOff ? words.switchOn : words.switchOff}
        </Button>
      </div>
      {asked && (
        <ConfirmDialog
          {...words.questions[asked]}
          change={change}
          onConfirm={() => change.mutate(asked, { onSuccess: () => setAsked(null) })}
          onClose={() => {
            setAsked(null);
            change.reset();
          }}
          failed={words.failed}
        />
      )}
    </Card>
  );
}
