import type { ReactNode, ComponentType } from 'react';
import type { DrawingProps } from '#web/art/Drawing.tsx';

const planks = { 16: 'h-4', 9: 'h-2.25', 8: 'h-2', 7: 'h-1.75', 0: 'hidden' };

type ShelfProps = {
  /** The plank's height in pixels. 0 draws none. */
  thickness?: keyof typeof planks | undefined;
  /** Whether the plank has a darker front edge. By default only the thickest has. */
  lip?: boolean | undefined;
  /** Classes that lay out the objects. The plank always has the full width. */
  rowClassName?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
};

/** Drawings that stand on a plank. They are moved down by the blank space under them, and shrink if there is no room. */
export function Shelf({
  thickness = 16,
  lip = thickness === 16,
  rowClassName = 'justify-center gap-6',
  className = '',
  children,
}: ShelfProps) {
  return (
    <div className={className}>
      <div
        className={`flex items-end [&_svg]:translate-y-[8.3%] ${thickness === 0 ? 'overflow-clip' : ''} ${rowClassName}`}
      >
        {children}
      </div>
      <div
        aria-hidden="true"
        className={`relative bg-plank print:hidden ${planks[thickness]} ${lip ? 'shadow-[inset_0_-5px_0_var(--lip)]' : ''}`}
      />
    </div>
  );
}

export const bayTints = { spruce: 'bg-spruce-tint', wheat: 'bg-wheat-tint', sky: 'bg-sky-tint' };

export type BayTint = keyof typeof bayTints;

// With its plank the space for objects is 168 px high, 140 on phones, and 128 if two bays share a phone's width.
const stages = { wide: 'h-[131px] bar:h-[159px]', narrow: 'h-[119px] sm:h-[131px] bar:h-[159px]' };

/** The classes of the frame around one bay, or around a grid of bays with gaps of 2.5 px. */
export const bayFrame = 'overflow-hidden rounded-shelf border-[2.5px] border-plank bg-plank';

type BayProps = {
  tint: BayTint;
  /** Drawings that stand on the plank. */
  objects: ReactNode;
  stage?: keyof typeof stages | undefined;
  /** The text under them. */
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

type EmptyStateProps = {
  /** The drawing of the missing object. */
  object: ComponentType<DrawingProps>;
  title: string;
  text?: ReactNode;
  /** The next step: a button or a link. */
  action?: ReactNode;
  className?: string | undefined;
};

export function EmptyState({ object: MissingObject, title, text, action, className = '' }: EmptyStateProps) {
  return (
    <div className={`flex flex-col items-center px-5 py-6 text-center ${className}`}>
      <Shelf thickness={8} className="w-50 max-w-full" rowClassName="justify-center">
        <MissingObject isDotted size={104} />
      </Shelf>
      <p className="mt-4 font-bold">{title}</p>
      {text && <p className="t-small mt-0.5 max-w-[46ch] text-balance text-muted">{text}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
