import type { ReactNode } from 'react';
import { OfflineNote } from '#web/ui/OfflineNote.tsx';
import { SkipLink } from './SkipLink.tsx';

const grounds = { paper: 'bg-paper', sunk: 'bg-sunk' };

export type PublicFrameProps = {
  ground?: keyof typeof grounds | undefined;
  header: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
};

/** The frame of every page for visitors and donors, for one without the router too. */
export function PublicFrame({ ground = 'paper', header, footer, children }: PublicFrameProps) {
  return (
    <div className={`flex min-h-dvh flex-col ${grounds[ground]} print:bg-transparent`}>
      <SkipLink />
      {header}
      <OfflineNote>
        You are offline. Nothing you typed is lost while this page stays open: send it once you are back
        online.
      </OfflineNote>
      <main id="content" tabIndex={-1} className="flex flex-1 flex-col">
        {children}
      </main>
      {footer}
    </div>
  );
}
