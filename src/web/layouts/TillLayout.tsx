import { Link } from 'react-router';
import { Store } from 'lucide-react';
import type { ReactNode } from 'react';
import { tillFrame as words } from '#words/till.tsx';
import { paths } from '#web/paths.ts';
import { Wordmark } from '#web/ui/Wordmark.tsx';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { SkipLink } from './SkipLink.tsx';

type TillLayoutProps = {
  /** The current path. */
  here: string;
  /** Whether a verdict is shown. Then the header moves below it on a low screen, so that the till can still be locked. */
  hasVerdict: boolean;
  /** The name of the store, if this browser is its till. */
  store?: string | undefined;
  /** Buttons beside the store's name. */
  tools?: ReactNode;
  children: ReactNode;
};

/** The till's screen. Only the logo and, until there is a verdict, the other language lead away from it. */
export function TillLayout({ here, hasVerdict, store, tools, children }: TillLayoutProps) {
  return (
    <div className="flex min-h-dvh flex-col bg-paper print:bg-transparent">
      <SkipLink />
      <header className={`border-b-[1.5px] border-line print:hidden ${hasVerdict ? 'low:order-last' : ''}`}>
        <div className="container-page flex min-h-15 items-center justify-between gap-4">
          <Link
            to={paths.home}
            aria-label={words.homeLink}
            className="-mx-1 inline-flex min-h-11 items-center rounded-console px-1"
          >
            <Wordmark size="till" />
          </Link>
          <div className="flex flex-wrap items-center justify-end gap-x-3.5 max-sm:flex-nowrap max-sm:gap-x-2">
            {tools}
            {!hasVerdict && (
              <LanguageSwitch
                here={here}
                shortOn="phones"
                className="inline-flex min-h-11 items-center px-1 font-medium underline-offset-4 hover:underline max-[60rem]:[div~&]:hidden"
              />
            )}
            {/* `[div~&]` matches beside a remembered PIN, where a phone has no room for the name. */}
            <span className="inline-flex items-center gap-1.5 rounded-pill bg-sunk px-2.5 py-1 text-[0.84375rem] leading-tight font-semibold text-muted max-sm:[div~&]:hidden">
              <Store size={15} className="shrink-0 max-[24rem]:hidden" aria-hidden="true" />
              {store ?? words.till}
            </span>
          </div>
        </div>
      </header>
      <main id="content" tabIndex={-1} className="flex flex-1 flex-col">
        {children}
      </main>
    </div>
  );
}
