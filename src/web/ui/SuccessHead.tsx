import type { ReactNode } from 'react';
import { Ring } from './Ring.tsx';
import { Card } from './Card.tsx';

type SuccessHeadProps = {
  /** The drawing in the ring that closes. */
  object: ReactNode;
  title: string;
  children: ReactNode;
};

/** The top of a screen that replaces a sent form. */
export function SuccessHead({ object, title, children }: SuccessHeadProps) {
  return (
    <div className="text-center">
      <Ring percent={100} size={190} weight={27} tone="spruce" grows>
        {object}
      </Ring>
      <h1 ref={showFromTheTop} tabIndex={-1} className="t-2 mt-6 outline-none">
        {title}
      </h1>
      <p className="mt-2.5 text-lg leading-[1.55]">{children}</p>
    </div>
  );
}

/** The values that were sent, on the screen that replaces the form. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <Card as="section" className="mt-6 !px-4.5 !py-0">
      <dl className="divide-y-[1.5px] divide-line">{children}</dl>
    </Card>
  );
}

/** One of the `Facts`. It keeps typed line breaks. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-4 py-3">
      <dt className="text-muted">{name}</dt>
      <dd className="self-center font-[650] wrap-anywhere whitespace-pre-line">{children}</dd>
    </div>
  );
}

/** Focuses the heading of a screen that replaces another at the same address, and scrolls to the top. Also for use as a ref. */
export function showFromTheTop(heading: HTMLElement | null): void {
  if (!heading) return;
  heading.focus({ preventScroll: true });
  window.scrollTo(0, 0);
}
