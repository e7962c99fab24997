import type { ReactNode } from 'react';

const planks = { 16: 'h-4', 9: 'h-2.25', 8: 'h-2', 7: 'h-1.75', 0: 'hidden' };

type ShelfProps = {
  /** 16 under a hero, 9 in a bay, 7 in one to be chosen, 8 under an empty state, 0 where the ground below is the shelf. */
  thickness?: keyof typeof planks | undefined;
  /** The darker front edge of the hero's plank. Off where the plank lies on the footer. */
  lip?: boolean | undefined;
  /** Lays out the objects; the plank itself always runs the full width. */
  rowClassName?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
};

/** Objects standing on a plank. They sink to it by the space under their floor line, and shrink rather than overflow. */
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
