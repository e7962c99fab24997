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

/** The keyboard shortcuts of every console screen, with the command palette and the list of shortcuts. */
export function ConsoleCommands({ state, currentTab }: ConsoleCommandsProps) {
  const { overlay, setOverlay } = state;
  const { undo, isPending: isUndoing } = useUndoLastConfirmation();
  const goToSearch = useGoToSearch(currentTab);

  function undoOnce() {
    if (!isUndoing) undo();
  }
  // Undo works on the tabs only. The intake page would go on showing a code that the undo removed.
  const onUndo = currentTab && undoOnce;
  const groups = useCommandGroups(state, onUndo);

  useShortcuts({ '/': goToSearch, u: onUndo, '?': () => setOverlay('shortcuts') });
  usePaletteKey(() => setOverlay('commands'));

  return (
    <>
      {overlay === 'commands' && <CommandPalette groups={groups} onClose={() => setOverlay(null)} />}
      {overlay === 'shortcuts' && <ShortcutsDialog onClose={() => setOverlay(null)} />}
      <UndoDialog />
    </>
  );
}

function useCommandGroups(state: ConsoleState, onUndo: (() => void) | undefined): PaletteGroup[] {
  const { isAutoRefreshOn, setAutoRefreshOn, refresh, logout, overlay, setOverlay } = state;
  const navigate = useNavigate();
  const lastConfirmation = useLastConfirmation({ enabled: overlay === 'commands' });
  const { timeZone } = useSiteInfo();
  const mayCall = useMayCall();
  const [areSingleKeysOn, setSingleKeysOn] = useSwitch(singleKeys);

  function goTo(address: string) {
    return () => void navigate(address);
  }

  function toggleSingleKeys() {
    setSingleKeysOn(!areSingleKeysOn);
    toast({
      kind: 'success',
      title: areSingleKeysOn ? 'Single keys are off' : 'Single keys are on',
      description: areSingleKeysOn ? undefined : 'Press ? to see them.',
    });
  }

  return [
    {
      heading: 'Go to',
      commands: [
        ...consoleTabs.filter(mayCall).map(({ tab, label }) => ({
          label,
          keywords: 'tab',
          icon: CornerDownRight,
          run: goTo(paths.consoleTab(tab)),
        })),
        ...consoleLinks.map(({ label, to }) => ({
          label,
          keywords: 'page',
          icon: CornerDownRight,
          run: goTo(to),
        })),
      ],
    },
    {
      heading: 'Do',
      commands: [
        { label: 'Refresh', keywords: 'reload', icon: RefreshCw, run: refresh },
        ...(onUndo && lastConfirmation
          ? [
              {
                label: `Undo: ${confirmationTitle(lastConfirmation, timeZone)}`,
                keywords: 'undo last confirmation take back',
                icon: Undo2,
                keys: areSingleKeysOn ? 'u' : undefined,
                run: onUndo,
              },
            ]
          : []),
        ...(mayCall(partners.createPartner)
          ? [
              {
                label: 'Add partner',
                keywords: 'new store',
                icon: Plus,
                run: goTo(`${paths.consoleTab('partners')}&add=partner`),
              },
            ]
          : []),
        {
          label: `Turn single keys ${areSingleKeysOn ? 'off' : 'on'}`,
          keywords: 'toggle keyboard shortcuts',
          icon: areSingleKeysOn ? KeyboardOff : Keyboard,
          run: toggleSingleKeys,
        },
        {
          label: `Turn auto-refresh ${isAutoRefreshOn ? 'off' : 'on'}`,
          keywords: 'toggle',
          icon: isAutoRefreshOn ? RefreshCwOff : RefreshCw,
          run: () => setAutoRefreshOn(!isAutoRefreshOn),
        },
        {
          label: 'Keyboard shortcuts',
          keywords: 'help',
          icon: Keyboard,
          keys: areSingleKeysOn ? '?' : undefined,
          run: () => setOverlay('shortcuts'),
        },
        { label: 'Change password', keywords: 'account', icon: KeyRound, run: goTo(paths.consolePassword) },
        {
          label: 'Second factor',
          keywords: 'account authenticator app recovery codes',
          icon: ShieldCheck,
          run: goTo(paths.consoleAccount),
        },
        {
          label: 'Mail to you',
          keywords: 'account email notifications full bins pickups daily list',
          icon: Mail,
          run: goTo(paths.consoleOwnMail),
        },
        {
          label: 'Sessions',
          keywords: 'account devices end log out elsewhere',
          icon: Laptop,
          run: goTo(paths.consoleSessions),
        },
        { label: 'Logout', keywords: 'sign out', icon: LogOut, run: logout },
      ],
    },
  ];
}

/**
 * Returns a function that focuses the screen's search field, or opens the Search tab from a tab without one. It leaves
 * other screens as they are, since a form there may be half filled.
 */
function useGoToSearch(currentTab: ConsoleTab | undefined): () => void {
  const navigate = useNavigate();
  const shouldFocus = useRef(false);

  useEffect(() => {
    if (!shouldFocus.current || currentTab !== 'search') return;
    shouldFocus.current = false;
    focusSearch();
  }, [currentTab]);

  return () => {
    if (focusSearch() || currentTab === undefined) return;
    shouldFocus.current = true;
    void navigate(paths.consoleTab('search'));
  };
}

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
  field?.select();
  field?.focus();
  return field !== null;
}
