import { Mark } from './Mark.tsx';
import { Ring } from './Ring.tsx';

/** Parts a long section. The ring stands further round with each one down the page. */
export function LoopDivider({ quarter }: { quarter: 1 | 2 | 3 | 4 }) {
  return (
    <div aria-hidden="true" className="flex items-center gap-6">
      <span className="h-0.5 flex-1 bg-line" />
      {quarter === 4 ? (
        <Mark size={44} />
      ) : (
        <Ring percent={quarter * 25} size={44} weight={26} tone="spruce" />
      )}
      <span className="h-0.5 flex-1 bg-line" />
    </div>
  );
}
