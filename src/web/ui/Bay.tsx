import type { ReactNode } from 'react';
import { Shelf } from './Shelf.tsx';

export const bayTints = { spruce: 'bg-spruce-tint', wheat: 'bg-wheat-tint', sky: 'bg-sky-tint' };

export type BayTint = keyof typeof bayTints;

// With its plank the stage is 168 px high, 140 on phones, and 128 where two stand side by side there.
const stages = { wide: 'h-[131px] bar:h-[159px]', narrow: 'h-[119px] sm:h-[131px] bar:h-[159px]' };

/** The frame of one bay, or of a grid of bays a gap of 2.5 px apart. */
export const bayFrame = 'overflow-hidden rounded-shelf border-[2.5px] border-plank bg-plank';

type BayProps = {
  tint: BayTint;
  /** Drawings that stand on the plank. */
  objects: ReactNode;
  stage?: keyof typeof stages | undefined;
  /** What is said of them. */
  children: ReactNode;
};

/** A compartment of a shelf. */
export function Bay({ tint, objects, stage = 'wide', children }: BayProps) {
  return (
    <div className="flex h-full flex-col bg-raised">
      <Shelf
        thickness={9}
        className={`overflow-hidden ${bayTints[tint]}`}
        rowClassName={`justify-center gap-6 ${stages[stage]}`}
      >
        {objects}
      </Shelf>
      {children}
    </div>
  );
}
