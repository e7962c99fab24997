import { ArrowLeft, LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Wordmark } from '#web/ui/Wordmark.tsx';
import { SkipLink } from './SkipLink.tsx';
import { useLogout } from './useLogout.ts';
import { useSessionWatch } from './useSessionWatch.ts';

type ConsolePageLayoutProps = {
  /** Lays out what is inside main: by itself it is as wide as the site's pages. */
  className?: string | undefined;
  children: ReactNode;
};

/** The middle of such a screen: as wide as the site's pages, with the console's narrower gutters. */
export const consoleColumn = 'mx-auto w-full max-w-[1240px] flex-1 px-3.5 sm:px-6';

/** A screen for admins outside the console's tabs: spruce bar with the way back, main. */
export function ConsolePageLayout({
  className = `${consoleColumn} pt-5 pb-10 sm:pt-7`,
  children,
}: ConsolePageLayoutProps) {
  useSessionWatch();
  return (
    <div className="flex min-h-dvh flex-col bg-paper t-console print:block print:min-h-0 print:bg-transparent">
      <SkipLink />
      <Bar />
      <main id="content" tabIndex={-1} className={className}>
        {children}
      </main>
    </div>
  );
}

function Bar() {
  const { loggingOut, logout } = useLogout();
  return (
    <header className="on-panel bg-panel text-panel-ink print:hidden">
      <div className="flex min-h-14 items-center gap-2 px-3.5 sm:px-6">
        <Link to={paths.console} aria-label="ReRound console" className="-m-1 flex rounded-console p-1">
          <Wordmark size="till" tone="panel" />
        </Link>
        <span aria-hidden="true" className="ms-2.5 text-[0.9375rem] text-panel-muted max-sm:hidden">
          Console
        </span>
        <Button
          asChild
          kind="panelGhost"
          size="console"
          className="max-sm:ms-auto max-sm:min-h-11 max-sm:px-3 sm:ms-7"
        >
          <Link to={paths.console}>
            <ArrowLeft size={17} aria-hidden="true" />
            <span>
              Back<span className="max-sm:sr-only"> to dashboard</span>
            </span>
          </Link>
        </Button>
        <Button
          kind="panelGhost"
          size="console"
          icon={LogOut}
          pending={loggingOut}
          pendingLabel="Logging out…"
          onClick={logout}
          className="-me-2 max-sm:min-h-11 max-sm:px-3 sm:ms-auto"
        >
          <span className="max-[25rem]:sr-only">Logout</span>
        </Button>
      </div>
    </header>
  );
}
