import {
  ChevronRight,
  CircleQuestionMark,
  CircleUserRound,
  LogOut,
  Menu,
  RefreshCw,
  Search,
  Square,
  SquareCheck,
} from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useId, useState } from 'react';
import { Link, NavLink } from 'react-router';
import { paths } from '#web/paths.ts';
import { Button, Spinner } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Field.tsx';
import { IconButton } from '#web/ui/ReasonButton.tsx';
import { Wordmark } from '#web/ui/Wordmark.tsx';
import { consoleLinks } from './consoleTabs.ts';
import type { ConsoleState } from './useConsole.ts';
import { useQuery } from '@tanstack/react-query';
import { currentAdminQuery } from '#web/guards.ts';
import { paletteKeys } from './shortcuts.ts';
import { classNames } from '#web/ui/classNames.ts';
import { Kbd } from '#web/ui/Kbd.tsx';

type ConsoleBarProps = {
  state: ConsoleState;
  /** Whether the bar has the refresh controls. */
  hasRefresh?: boolean | undefined;
};

export function ConsoleBar({ state, hasRefresh = true }: ConsoleBarProps) {
  const { isAutoRefreshOn, setAutoRefreshOn, isRefreshing, refresh, isLoggingOut, logout, setOverlay } =
    state;
  const autoRefreshId = useId();
  return (
    <header className="on-panel bg-panel text-panel-ink print:hidden">
      <div className="flex min-h-14 items-center gap-2 px-3.5 sm:px-6">
        <Link to={paths.console} className="-m-1 flex rounded-console p-1 max-md:-my-2 max-md:py-2">
          <Wordmark size="till" tone="panel" />
        </Link>
        <span
          className={classNames(
            'ms-2.5 text-[0.9375rem] text-panel-muted max-md:hidden',
            hasRefresh && 'xl:max-[90rem]:hidden',
          )}
        >
          Console
        </span>
        <nav aria-label="Screens" className="ms-5 flex max-xl:hidden">
          {consoleLinks.map(({ label, to }) => (
            <Button
              key={to}
              asChild
              kind="panelGhost"
              size="console"
              className="px-3 whitespace-nowrap aria-[current]:[&>span]:shadow-[0_3px_0_var(--wheat)]"
            >
              <NavLink to={to} end>
                <span>{label}</span>
              </NavLink>
            </Button>
          ))}
        </nav>
        <div className="ms-auto flex items-center gap-2 sm:gap-3">
          <CommandsButton onClick={() => setOverlay('commands')} className="max-sm:hidden" />
          <ShortcutsButton onClick={() => setOverlay('shortcuts')} />
          {hasRefresh && (
            <>
              <label
                htmlFor={autoRefreshId}
                className="flex min-h-9 cursor-pointer items-center gap-1.5 text-[0.9375rem] font-medium whitespace-nowrap max-md:hidden"
              >
                <Checkbox
                  id={autoRefreshId}
                  size="console"
                  tone="wheat"
                  checked={isAutoRefreshOn}
                  onChange={(event) => setAutoRefreshOn(event.currentTarget.checked)}
                />
                Auto-refresh
              </label>
              <Button
                kind="panelOutline"
                size="console"
                icon={RefreshCw}
                pending={isRefreshing}
                onClick={refresh}
                className="max-md:min-h-11 max-[22rem]:px-2.5 max-[22rem]:[&>svg]:hidden"
              >
                {/* A phone's bar has no room for the longer word. */}
                <span>Refresh{isRefreshing && <span className="max-sm:hidden">ing…</span>}</span>
              </Button>
            </>
          )}
          <AccountLink
            className="max-xl:hidden"
            nameClassName={hasRefresh ? 'max-[90rem]:sr-only' : 'max-xl:sr-only'}
          />
          <Button
            kind="panelGhost"
            size="console"
            icon={LogOut}
            pending={isLoggingOut}
            pendingLabel="Logging out…"
            onClick={logout}
            className="-me-2 max-xl:hidden"
          >
            Logout
          </Button>
          <ConsoleMenu state={state} hasRefresh={hasRefresh} />
        </div>
      </div>
    </header>
  );
}

const menuItem =
  'flex min-h-12 cursor-pointer items-center gap-3 rounded-console px-3 text-base font-semibold outline-none data-[highlighted]:bg-spruce-tint';

/** The links and buttons that the bar has no room for. */
function ConsoleMenu({ state, hasRefresh }: ConsoleBarProps) {
  const { isAutoRefreshOn, setAutoRefreshOn, isLoggingOut, logout, setOverlay } = state;
  const [landmark, setLandmark] = useState<HTMLElement | null>(null);
  const AutoRefreshBox = isAutoRefreshOn ? SquareCheck : Square;
  return (
    // Modal menus lock scrolling by an injected style sheet, which the content security policy refuses.
    <DropdownMenu.Root
      modal={false}
      // By default the menu is rendered at the end of the body, outside all landmarks.
      onOpenChange={() => setLandmark(document.querySelector('header'))}
    >
      <DropdownMenu.Trigger asChild>
        <IconButton
          icon={isLoggingOut ? Spinner : Menu}
          label="Menu"
          kind="panelGhost"
          size="small"
          className="-me-2 xl:hidden"
        />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={landmark}>
        <DropdownMenu.Content
          align="end"
          sideOffset={6}
          collisionPadding={14}
          className="z-30 min-w-56 rounded-large border-[1.5px] border-line bg-raised p-1.5 text-ink shadow-toast xl:hidden"
        >
          {consoleLinks.map(({ label, to }) => (
            <DropdownMenu.Item key={to} asChild className={menuItem}>
              <Link to={to}>
                <ChevronRight size={20} aria-hidden="true" />
                {label}
              </Link>
            </DropdownMenu.Item>
          ))}
          <DropdownMenu.Item onSelect={() => setOverlay('commands')} className={`${menuItem} sm:hidden`}>
            <Search size={20} aria-hidden="true" />
            Commands
          </DropdownMenu.Item>
          {hasRefresh && (
            <DropdownMenu.CheckboxItem
              checked={isAutoRefreshOn}
              onCheckedChange={setAutoRefreshOn}
              className={`${menuItem} md:hidden`}
            >
              <AutoRefreshBox size={20} aria-hidden="true" />
              Auto-refresh
            </DropdownMenu.CheckboxItem>
          )}
          <DropdownMenu.Item asChild className={menuItem}>
            <Link to={paths.consolePassword}>
              <CircleUserRound size={20} aria-hidden="true" />
              My account
            </Link>
          </DropdownMenu.Item>
          <DropdownMenu.Item onSelect={logout} className={menuItem}>
            <LogOut size={20} aria-hidden="true" />
            Logout
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** Opens the command palette. In a narrow bar it shows its icon only. */
export function CommandsButton({ onClick, className }: { onClick: () => void; className: string }) {
  return (
    <Button
      kind="panelGhost"
      size="console"
      icon={Search}
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onClick}
      className={classNames('px-3 max-md:min-h-11', className)}
    >
      <span className="max-sm:sr-only md:max-lg:sr-only">Commands</span>
      <span aria-hidden="true" className="text-panel-muted max-md:hidden">
        <Kbd>{paletteKeys()}</Kbd>
      </span>
    </Button>
  );
}

/** A link to the account, with the signed-in admin's name if there is room. */
export function AccountLink({ className, nameClassName }: { className: string; nameClassName: string }) {
  const { data: me } = useQuery(currentAdminQuery);
  return (
    <Button
      asChild
      kind="panelGhost"
      size="console"
      className={classNames('min-w-9 px-2.5 max-md:min-h-11', className)}
    >
      <Link to={paths.consolePassword}>
        <CircleUserRound size={17} aria-hidden="true" className="shrink-0" />
        <span className="sr-only">My account</span>
        {me?.authenticated && (
          <span className={classNames('max-w-40 truncate', nameClassName)}> {me.username}</span>
        )}
      </Link>
    </Button>
  );
}

/** Opens the list of keyboard shortcuts. */
export function ShortcutsButton({ onClick }: { onClick: () => void }) {
  return (
    <IconButton
      icon={CircleQuestionMark}
      label="Keyboard shortcuts"
      tooltip
      kind="panelGhost"
      size="console"
      aria-keyshortcuts="?"
      onClick={onClick}
      className="max-md:hidden"
    />
  );
}
