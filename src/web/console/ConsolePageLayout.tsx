import { ArrowLeft, LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Wordmark } from '#web/ui/Wordmark.tsx';
import { AccountLink, CommandsButton, ShortcutsButton } from './ConsoleBar.tsx';
import { ConsoleCommands } from './ConsoleCommands.tsx';
import { DonationOverlay } from './DonationOverlay.tsx';
import { SkipLink } from '#web/layouts/SkipLink.tsx';
import { type ConsoleState, useConsole } from './useConsole.ts';

type ConsolePageLayoutProps = {
  /** Classes of `main`, if it is not as wide as the site's pages. */
  className?: string | undefined;
  children: ReactNode;
};

/** The classes of a console page's column: as wide as the site's pages, with the console's narrower gutters. */
export const consoleColumn = 'mx-auto w-full max-w-[1240px] flex-1 px-3.5 sm:px-6';

/** The classes of a console page's heading outside a list's card. */
export const consoleHeading =
  'font-display text-[clamp(1.75rem,4vw,2.25rem)] leading-[1.1] font-[780] tracking-[-.03em]';

/** The layout of a console screen outside the tabs: spruce bar with a link back, main. */
export function ConsolePageLayout({
  className = `${consoleColumn} pt-5 pb-10 sm:pt-7`,
  children,
}: ConsolePageLayoutProps) {
  const state = useConsole();
  return (
    <div className="flex min-h-dvh flex-col bg-paper t-console print:block print:min-h-0 print:bg-transparent">
      <SkipLink />
      <Bar state={state} />
      <main id="content" tabIndex={-1} className={className}>
        {children}
      </main>
      <DonationOverlay />
      <ConsoleCommands state={state} />
    </div>
  );
}

function Bar({ state: { isLoggingOut, logout, setOverlay } }: { state: ConsoleState }) {
  return (
    <header className="on-panel bg-panel text-panel-ink print:hidden">
      <div className="flex min-h-14 items-center gap-1 px-3.5 sm:gap-2 sm:px-6">
        <Link
          to={paths.console}
          aria-label="ReRound console"
          className="-m-1 flex rounded-console p-1 max-md:-my-2 max-md:py-2"
        >
          <Wordmark size="till" tone="panel" />
        </Link>
        <span aria-hidden="true" className="ms-2.5 text-[0.9375rem] text-panel-muted max-md:hidden">
          Console
        </span>
        <Button
          asChild
          kind="panelGhost"
          size="console"
          className="max-sm:ms-auto max-md:min-h-11 max-sm:px-3 max-[22rem]:px-1.5 sm:ms-7"
        >
          <Link to={paths.console}>
            <ArrowLeft size={17} aria-hidden="true" />
            <span className="max-[26rem]:sr-only">
              Back<span className="max-lg:sr-only"> to dashboard</span>
            </span>
          </Link>
        </Button>
        <CommandsButton onClick={() => setOverlay('commands')} className="sm:ms-auto sm:me-1" />
        <ShortcutsButton onClick={() => setOverlay('shortcuts')} />
        <AccountLink className="max-[22rem]:min-w-6 max-[22rem]:px-1" nameClassName="max-lg:sr-only" />
        <Button
          kind="panelGhost"
          size="console"
          icon={LogOut}
          pending={isLoggingOut}
          pendingLabel="Logging out…"
          onClick={logout}
          className="-me-2 max-md:min-h-11 max-sm:px-3"
        >
          <span className="max-sm:sr-only">Logout</span>
        </Button>
      </div>
    </header>
  );
}
