import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { paths } from '#web/paths.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { inWords } from './SavingBar.tsx';
import type { SettingChange } from './settingChanges.ts';

/** Asks before what is not saved is left behind. */
export function LeavingDialog({ changes }: { changes: readonly SettingChange[] }) {
  const isUnsaved = changes.length > 0;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && leaves(currentLocation, nextLocation),
  );

  useEffect(() => {
    if (!isUnsaved) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnsaved]);

  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title="Leave without saving?"
      description={`Not saved: ${inWords(changes)}.`}
      confirmLabel="Leave"
      pendingLabel="Leaving…"
      cancelLabel="Stay"
      kind="clay"
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
      error={null}
      pending={false}
    />
  );
}

interface Place {
  pathname: string;
  search: string;
}

/** Whether the way leads off this tab: what opens over it stays, and nobody who is signed out can save. */
function leaves(from: Place, to: Place): boolean {
  const tab = ({ search }: Place) => new URLSearchParams(search).get('tab');
  if (to.pathname === paths.adminLogin) return false;
  return from.pathname !== to.pathname || tab(from) !== tab(to);
}
