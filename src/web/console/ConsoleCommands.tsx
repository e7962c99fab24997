import {
  CornerDownRight,
  Keyboard,
  KeyboardOff,
  KeyRound,
  Laptop,
  LogOut,
  Mail,
  Plus,
  RefreshCw,
  RefreshCwOff,
  ShieldCheck,
  Undo2,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useLastConfirmation, useUndoLastConfirmation } from '#features/donations/console/decisions.ts';
import { confirmationTitle } from '#features/donations/console/decisionWords.ts';
import { UndoDialog } from '#features/donations/console/UndoDialog.tsx';
import { contract as partners } from '#features/partners/contract.ts';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { CommandPalette } from './CommandPalette.tsx';
import type { PaletteGroup } from './paletteCommands.ts';
import { useSwitch } from '#web/ui/rememberedSwitch.ts';
import { singleKeys, usePaletteKey, useShortcuts } from './shortcuts.ts';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';
import { paths } from '#web/paths.ts';
import { toast } from '#web/ui/toast.ts';
import { consoleLinks, type ConsoleTab, consoleTabs } from './consoleTabs.ts';
import type { ConsoleState } from './useConsole.ts';
import { useMayCall } from './useMayCall.ts';

type ConsoleCommandsProps = {
  state: ConsoleState;
  /** Absent on a screen outside the tabs. */
  currentTab?: ConsoleTab | undefined;
};

/** The keys of every console screen, the palette and the help. */
export function ConsoleCommands({ state, currentTab }: ConsoleCommandsProps) {
  const { autoRefresh, setAutoRefresh, refresh, logout, overlay, setOverlay } = state;
  const navigate = useNavigate();
  const { undo, isPending: undoing } = useUndoLastConfirmation();
  const lastConfirmation = useLastConfirmation({ enabled: overlay === 'commands' });
  const { timeZone } = useSiteInfo();
  const mayCall = useMayCall();
  const [keysOn, setKeysOn] = useSwitch(singleKeys);
  const goToSearch = useGoToSearch(currentTab);

  function undoOnce() {
    if (!undoing) undo();
  }
  // Only the tabs show the result: intake would go on offering a code that is gone.
  const onUndo = currentTab && undoOnce;

  useShortcuts({ '/': goToSearch, u: onUndo, '?': () => setOverlay('shortcuts') });
  usePaletteKey(() => setOverlay('commands'));

  function goTo(address: string) {
    return () => void navigate(address);
  }

  function toggleKeys() {
    setKeysOn(!keysOn);
    toast({
      kind: 'success',
      title: keysOn ? 'Single keys are off' : 'Single keys are on',
      description: keysOn ? undefined : 'Press ? to see them.',
    });
  }

  const groups: PaletteGroup[] = [
    {
      heading: 'Go to',
      commands: [
        ...consoleTabs.filter(mayCall).map(({ tab, label }) => ({
          label,
          words: 'tab',
          icon: CornerDownRight,
          run: goTo(paths.consoleTab(tab)),
        })),
        ...consoleLinks.map(({ label, to }) => ({
          label,
          words: 'page',
          icon: CornerDownRight,
          run: goTo(to),
        })),
      ],
    },
    {
      heading: 'Do',
      commands: [
        { label: 'Refresh', words: 'reload', icon: RefreshCw, run: refresh },
        ...(onUndo && lastConfirmation
          ? [
              {
                label: `Undo: ${confirmationTitle(lastConfirmation, timeZone)}`,
                words: 'undo last confirmation take back',
                icon: Undo2,
                keys: keysOn ? 'u' : undefined,
                run: onUndo,
              },
            ]
          : []),
        ...(mayCall(partners.createPartner)
          ? [
              {
                label: 'Add partner',
                words: 'new store',
                icon: Plus,
                run: goTo(`${paths.consoleTab('partners')}&add=partner`),
              },
            ]
          : []),
        {
          label: `Turn single keys ${keysOn ? 'off' : 'on'}`,
          words: 'toggle keyboard shortcuts',
          icon: keysOn ? KeyboardOff : Keyboard,
          run: toggleKeys,
        },
        {
          label: `Turn auto-refresh ${autoRefresh ? 'off' : 'on'}`,
          words: 'toggle',
          icon: autoRefresh ? RefreshCwOff : RefreshCw,
          run: () => setAutoRefresh(!autoRefresh),
        },
        {
          label: 'Keyboard shortcuts',
          words: 'help',
          icon: Keyboard,
          keys: keysOn ? '?' : undefined,
          run: () => setOverlay('shortcuts'),
        },
        { label: 'Change password', words: 'account', icon: KeyRound, run: goTo(paths.consolePassword) },
        {
          label: 'Second factor',
          words: 'account authenticator app recovery codes',
          icon: ShieldCheck,
          run: goTo(paths.consoleAccount),
        },
        {
          label: 'Mail to you',
          words: 'account email notifications full bins pickups daily list',
          icon: Mail,
          run: goTo(paths.consoleOwnMail),
        },
        {
          label: 'Sessions',
          words: 'account devices end log out elsewhere',
          icon: Laptop,
          run: goTo(paths.consoleSessions),
        },
        { label: 'Logout', words: 'sign out', icon: LogOut, run: logout },
      ],
    },
  ];

  return (
    <>
      {overlay === 'commands' && <CommandPalette groups={groups} onClose={() => setOverlay(null)} />}
      {overlay === 'shortcuts' && <ShortcutsDialog onClose={() => setOverlay(null)} />}
      <UndoDialog />
    </>
  );
}

/**
 * Focuses the screen's search field. From a tab without one it leads to the Search tab. Another screen stays, since a form
 * on it may be half filled.
 */
function useGoToSearch(currentTab: ConsoleTab | undefined): () => void {
  const navigate = useNavigate();
  const wanted = useRef(false);

  useEffect(() => {
    if (!wanted.current || currentTab !== 'search') return;
    wanted.current = false;
    focusSearch();
  }, [currentTab]);

  return () => {
    if (focusSearch() || currentTab === undefined) return;
    wanted.current = true;
    void navigate(paths.consoleTab('search'));
  };
}

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
  field?.select();
  field?.focus();
  return field !== null;
}
