import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#web/paths.ts';
import { Card } from '#web/ui/Card.tsx';
import { Shelf } from '#web/ui/Shelf.tsx';
import { Wordmark } from '#web/ui/Wordmark.tsx';
import { SkipLink } from '#web/layouts/SkipLink.tsx';
import { useLogout } from './session.ts';
import { Button } from '#web/ui/Button.tsx';

type ConsoleEntryScreenProps = {
  /** The drawings on the shelf. */
  objects: ReactNode;
  /** The content of the card under the shelf. */
  children: ReactNode;
};

/** A screen before the console, such as the login: spruce bar, shelf, and one card. */
export function ConsoleEntryScreen({ objects, children }: ConsoleEntryScreenProps) {
  return (
    <ConsoleEntryFrame>
      <main id="content" tabIndex={-1} className="mx-auto w-full max-w-[25rem] px-5 pt-10 pb-16 bar:pt-16">
        <Shelf thickness={9} rowClassName="justify-center gap-5">
          {objects}
        </Shelf>
        <Card hangs>{children}</Card>
      </main>
    </ConsoleEntryFrame>
  );
}

/** The frame of a screen before the console that needs more room than a card. Its children include the `main`. */
export function ConsoleEntryFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col bg-sunk print:block print:min-h-0 print:bg-transparent">
      <SkipLink />
      <header className="on-panel bg-panel text-panel-ink print:hidden">
        <div className="flex min-h-14 items-center gap-[18px] px-3.5 sm:px-6">
          <Link to={paths.home} aria-label="ReRound, home" className="-m-1 flex rounded-console p-1 py-2">
            <Wordmark size="till" tone="panel" />
          </Link>
          <span className="text-[0.9375rem] text-panel-muted">Console</span>
        </div>
      </header>
      {children}
    </div>
  );
}

/** Logs out somebody who cannot change their password or set up their second factor now. */
export function LogoutButton({ className }: { className?: string | undefined }) {
  const { isLoggingOut, logout } = useLogout();
  return (
    <Button
      kind="quiet"
      size="medium"
      pending={isLoggingOut}
      pendingLabel="Logging out…"
      onClick={logout}
      className={className}
    >
      Log out
    </Button>
  );
}
