import type { ReactNode } from 'react';
import { Card } from './Card.tsx';

/** What was sent, line by line, on the screen that takes the place of its form. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <Card as="section" className="mt-6 !px-4.5 !py-0">
      <dl className="divide-y-[1.5px] divide-line">{children}</dl>
    </Card>
  );
}

/** One line of them. Line breaks that someone typed stay. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-4 py-3">
      <dt className="text-muted">{name}</dt>
      <dd className="self-center font-[650] wrap-anywhere whitespace-pre-line">{children}</dd>
    </div>
  );
}
