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
import type { contract, ShareState } from './contract.ts';

const changeOwnShareLink = cachedLightEndpoint<typeof contract.changeOwnShareLink>({
  method: 'POST',
  path: '/api/students/share-link',
  access: 'donor',
  changes: ['participants'],
});

/** The donor's share link. A new link ends the earlier ones. A link that is off can be switched on again. */
export function ShareLinkCard({ url }: { url: string | null }) {
  const [question, setQuestion] = useState<keyof typeof words.questions | null>(null);
  const changeLink = useChange(changeOwnShareLink, {
    change: (send, state: ShareState) => send({ body: { state } }),
    staysPending: true,
    onError: (error, state) => {
      // The dialog shows a failure of a new link or of switching off.
      if (state === 'on') errorToast(error, words.failed);
    },
  });
  const isOff = url === null;
  function ask(newQuestion: keyof typeof words.questions) {
    changeLink.reset();
    setQuestion(newQuestion);
  }
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
            <Button kind="ghost" size="small" icon={RefreshCw} onClick={() => ask('new')}>
              {words.renew}
            </Button>
          </>
        )}
        <Button
          kind={isOff ? 'outline' : 'ghost'}
          size="small"
          icon={isOff ? Link2 : Link2Off}
          pending={changeLink.isPending && question === null}
          pendingLabel={words.switchingOn}
          onClick={() => (isOff ? changeLink.mutate('on') : ask('off'))}
        >
          {isOff ? words.switchOn : words.switchOff}
        </Button>
      </div>
      {question && (
        <ConfirmDialog
          {...words.questions[question]}
          change={changeLink}
          onConfirm={() => changeLink.mutate(question, { onSuccess: () => setQuestion(null) })}
          onClose={() => setQuestion(null)}
          failed={words.failed}
        />
      )}
    </Card>
  );
}
