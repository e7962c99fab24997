import type { ReactNode } from 'react';

/** A month's lines, and beside them what they come to; under them where there is no room. */
export function StatementLayout({ side, children }: { side: ReactNode; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-[18px] nav:grid-cols-[minmax(0,1fr)_352px]">
      {children}
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] items-start gap-4 md:max-nav:grid-cols-2">
        {side}
      </div>
    </div>
  );
}
