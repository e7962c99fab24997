import { Store } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '#web/paths.ts';
import { Wordmark } from '#web/ui/Wordmark.tsx';
import { SkipLink } from './SkipLink.tsx';

type TillLayoutProps = {
  /** On a low screen the header leaves its place to the verdict. */
  hasVerdict: boolean;
  children: ReactNode;
};

/** The partner store's screen: whose till this is, and nothing that leads away from it but the logo. */
export function TillLayout({ hasVerdict, children }: TillLayoutProps) {
  return (
    <div className="flex min-h-dvh flex-col bg-paper">
      <SkipLink />
      <header className={`border-b-[1.5px] border-line ${hasVerdict ? 'low:hidden' : ''}`}>
        <div className="container-page flex min-h-15 items-center justify-between gap-4">
          <a
            href={paths.home}
            aria-label="ReRound, home"
            className="-mx-1 inline-flex min-h-11 items-center rounded-console px-1"
          >
            <Wordmark size="till" />
          </a>
          <span className="inline-flex items-center gap-1.5 rounded-pill bg-sunk px-2.5 py-1 text-[0.84375rem] leading-tight font-semibold text-muted">
            <Store size={15} aria-hidden="true" />
            Partner till
          </span>
        </div>
      </header>
      <main id="content" tabIndex={-1} className="flex flex-1 flex-col">
        {children}
      </main>
    </div>
  );
}
