import type { ReactNode } from 'react';
import { Ring } from './Ring.tsx';
import { showFromTheTop } from './showFromTheTop.ts';

type SuccessHeadProps = {
  /** The drawing in the ring that closes. */
  object: ReactNode;
  ringSize?: number | undefined;
  title: string;
  children: ReactNode;
};

/** The top of a screen that takes the place of a form which was sent. */
export function SuccessHead({ object, ringSize = 190, title, children }: SuccessHeadProps) {
  return (
    <div className="text-center">
      <Ring percent={100} size={ringSize} weight={27} tone="spruce" closing>
        {object}
      </Ring>
      <h1 ref={showFromTheTop} tabIndex={-1} className="t-2 mt-6 outline-none">
        {title}
      </h1>
      <p className="mt-2.5 text-lg leading-[1.55]">{children}</p>
    </div>
  );
}
