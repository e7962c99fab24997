import type { ReactNode } from 'react';

/** A key of the keyboard, drawn as a key. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-grid h-6 min-w-6 place-items-center rounded-shelf border-[1.5px] border-current px-1.5 font-text text-[0.8125rem] leading-none font-[650] whitespace-nowrap">
      {children}
    </kbd>
  );
}
