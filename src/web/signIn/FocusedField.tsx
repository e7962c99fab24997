import { type ReactNode, useEffect, useRef } from 'react';

/** Puts the focus into a field that has just come by somebody's press. */
export function FocusedField({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector('input')?.focus(), []);
  return <div ref={box}>{children}</div>;
}
