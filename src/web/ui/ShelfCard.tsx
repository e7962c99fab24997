import type { ReactNode } from 'react';
import { Card } from './Card.tsx';
import { Shelf } from './Shelf.tsx';

type ShelfCardProps = {
  /** What stands on the shelf. */
  objects: ReactNode;
  /** How they stand there. */
  rowClassName: string;
  /** How wide it may get. */
  className: string;
  children: ReactNode;
};

/** A card that hangs from a shelf: what a sign-in asks. */
export function ShelfCard({ objects, rowClassName, className, children }: ShelfCardProps) {
  return (
    <div className={`mx-auto w-full px-5 pt-10 pb-16 bar:pt-16 ${className}`}>
      <Shelf thickness={9} rowClassName={rowClassName}>
        {objects}
      </Shelf>
      <Card className="rounded-t-none border-t-0">{children}</Card>
    </div>
  );
}
