import {
  CornerDownRight,
  Keyboard,
  KeyboardOff,
  LogOut,
  Plus,
  RefreshCw,
  RefreshCwOff,
  Undo2,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useUndoLastConfirmation } from '#features/donations/decisions.ts';
import type { ParticipantMatch } from '#features/participants/contract.ts';
import { CommandPalette } from '#web/console/CommandPalette.tsx';
import type { PaletteGroup } from '#web/console/paletteCommands.ts';
import { useSwitch } from '#web/console/rememberedSwitch.ts';
import { singleKeys, usePaletteKey, useShortcuts } from '#web/console/shortcuts.ts';
import { ShortcutsDialog } from '#web/console/ShortcutsDialog.tsx';
import { paths, type ConsoleTab } from '#web/paths.ts';
import { toast } from '#web/ui/toast.ts';
import { consoleLinks } from './consoleLinks.ts';
import type { ConsoleTabEntry } from './ConsoleTabs.tsx';

/** What lies over the console, if anything: the palette of commands or the help on keys. */
export type ConsoleOverlay = 'commands' | 'shortcuts' | null;

type ConsoleCommandsProps = {
  tabs: readonly ConsoleTabEntry[];
  currentTab: ConsoleTab;
  overlay: ConsoleOverlay;
  onOverlayChange: (overlay: ConsoleOverlay) => void;
  autoRefresh: boolean;
  onAutoRefreshChange: (on: boolean) => void;
  onRefresh: () => void;
  onLogout: () => void;
};

/** The keys that act everywhere in the console, the palette and the help. */
export function ConsoleCommands({
  tabs,
  currentTab,
  overlay,
  onOverlayChange,
  autoRefresh,
  onAutoRefreshChange,
  onRefresh,
  onLogout,
}: ConsoleCommandsProps) {
  const navigate = useNavigate();
  const undo = useUndoLastConfirmation();
  const [keysOn, setKeysOn] = useSwitch(singleKeys);
  const goToSearch = useGoToSearch(currentTab);

  function undoOnce() {
    if (!undo.isPending) undo.mutate();
  }

  useShortcuts({ '/': goToSearch, u: undoOnce, '?': () => onOverlayChange('shortcuts') });
  usePaletteKey(() => onOverlayChange('commands'));

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
        ...tabs.map(({ tab, label }) => ({
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
        { label: 'Refresh', words: 'reload', icon: RefreshCw, run: onRefresh },
        { label: 'Undo last confirmation', icon: Undo2, keys: keysOn ? 'u' : undefined, run: undoOnce },
        { label: 'Add partner', words: 'new store', icon: Plus, run: goTo(paths.addPartner) },
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
          run: () => onAutoRefreshChange(!autoRefresh),
        },
        {
          label: 'Keyboard shortcuts',
          words: 'help',
          icon: Keyboard,
          keys: keysOn ? '?' : undefined,
          run: () => onOverlayChange('shortcuts'),
        },
        { label: 'Logout', words: 'sign out', icon: LogOut, run: onLogout },
      ],
    },
  ];

  return (
    <>
      {overlay === 'commands' && (
        <CommandPalette
          groups={groups}
          onParticipant={(participant) => void navigate(paths.consoleParticipants(searchFor(participant)))}
          onClose={() => onOverlayChange(null)}
        />
      )}
      {overlay === 'shortcuts' && <ShortcutsDialog onClose={() => onOverlayChange(null)} />}
    </>
  );
}

/** What finds a participant in the list again. */
function searchFor({ id, displayName, studentIds, email, phone }: ParticipantMatch): string {
  return displayName ?? studentIds[0] ?? email ?? phone ?? String(id);
}

/** Focuses the search field of the tab; a tab without one gives way to the Search tab. */
function useGoToSearch(currentTab: ConsoleTab): () => void {
  const navigate = useNavigate();
  const wanted = useRef(false);

  useEffect(() => {
    if (!wanted.current || currentTab !== 'search') return;
    wanted.current = false;
    focusSearch();
  }, [currentTab]);

  return () => {
    if (focusSearch()) return;
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
