import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { OfflineNote } from '#web/ui/OfflineNote.tsx';
import { SiteFooter } from './SiteFooter.tsx';
import { SiteHeader } from './SiteHeader.tsx';
import { SkipLink } from './SkipLink.tsx';

const grounds = { paper: 'bg-paper', sunk: 'bg-sunk' };

type PublicLayoutProps = {
  ground?: keyof typeof grounds | undefined;
  /** A donor is signed in. */
  donor?: boolean | undefined;
  /** `slim` for a screen with one thing to do: logo and Dashboard only. */
  header?: 'full' | 'slim' | undefined;
  footer?: boolean | undefined;
  children: ReactNode;
};

/** Every page for visitors and donors: skip link, header, main, footer. */
export function PublicLayout({
  ground = 'paper',
  donor = false,
  header = 'full',
  footer = true,
  children,
}: PublicLayoutProps) {
  const { pathname, hash } = useLocation();
  return (
    <div className={`flex min-h-dvh flex-col ${grounds[ground]} print:bg-transparent`}>
      <SkipLink />
      <SiteHeader donor={donor} slim={header === 'slim'} here={pathname + hash} />
      <OfflineNote />
      <main id="content" tabIndex={-1} className="flex flex-1 flex-col">
        {children}
      </main>
      {footer && <SiteFooter />}
    </div>
  );
}
