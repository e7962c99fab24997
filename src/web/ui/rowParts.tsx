import { dataRows as words } from '#words/forms.ts';
import { ChevronDown } from 'lucide-react';
import { type ChangeEvent, createContext, type ReactNode, useContext } from 'react';
import { Button } from './Button.tsx';
import type { RowSelection, Unfolded } from './DataRows.tsx';
import { Checkbox } from './Field.tsx';

/** The size of buttons where they stand: small in a table's row, larger on a card. */
export const RowSize = createContext<'row' | 'small'>('small');

type BoxProps<Item> = { item: Item; selection: RowSelection<Item>; size: 'console' | 'page' };

/** The box of a row; with Shift it stands for a range. */
export function SelectBox<Item extends { id: number }>({ item, selection, size }: BoxProps<Item>) {
  return (
    <Checkbox
      size={size}
      aria-label={selection.label(item)}
      checked={selection.has(item.id)}
      onChange={(event) => selection.toggle(item.id, isRange(event))}
    />
  );
}

/** Whether Shift was held as a box was ticked, by the pointer or the space bar. */
function isRange({ nativeEvent }: ChangeEvent): boolean {
  return 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true;
}

export function DetailFacts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-5 gap-y-1 text-[0.875rem] leading-[1.45] sm:max-w-[60ch]">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted first-letter:uppercase">{name}</dt>
          <dd className="min-w-0 wrap-anywhere tabular">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type DetailsButtonProps = { item: { id: number }; unfolded: Unfolded | undefined; controls: string };

/** Folds a row's details out, and in again. */
export function DetailsButton({ item: { id }, unfolded, controls }: DetailsButtonProps) {
  const open = unfolded?.has(id) ?? false;
  return (
    <Button
      kind="quiet"
      size={useContext(RowSize)}
      aria-expanded={open}
      aria-controls={open ? controls : undefined}
      onClick={() => unfolded?.toggle(id)}
      className="gap-1"
    >
      {words.details}
      <ChevronDown
        size={16}
        aria-hidden="true"
        className={`motion-safe:transition-transform motion-safe:duration-150 ${open ? 'rotate-180' : ''}`}
      />
    </Button>
  );
}
