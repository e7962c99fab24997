import type { ReactNode } from 'react';
import { publicFrame as words } from '#words/site.ts';
import { OfflineNote } from '#web/ui/OfflineNote.tsx';
import { SkipLink } from './SkipLink.tsx';

const grounds = { paper: 'bg-paper', sunk: 'bg-sunk' };

export type PublicFrameProps = {
  ground?: keyof typeof grounds | undefined;
  header: ReactNode;
  /** What happens on this page without a connection. */
  offline?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
};

/** The frame of a page for visitors and donors: skip link, header, offline note, main, footer. */
export function PublicFrame({
  ground = 'paper',
  header,
  offline = words.nothingIsLost,
  footer,
  children,
}: PublicFrameProps) {
  return (
    <div className={`flex min-h-dvh flex-col ${grounds[ground]} print:bg-transparent`}>
      <SkipLink />
      {header}
      <OfflineNote tone="quiet">
        {words.noConnection}
        <span className="font-normal">{offline}</span>
      </OfflineNote>
      <main id="content" tabIndex={-1} className="flex flex-1 flex-col">
        {children}
      </main>
      {footer}
    </div>
  );
}
