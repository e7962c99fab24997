import { Fragment, useId } from 'react';
import { dataRows as words } from '#words/forms.ts';
import { Button } from './Button.tsx';
import { classNames } from './classNames.ts';
import type { Column, DataRowsProps, RowSelection } from './DataRows.tsx';
import { Checkbox } from './Field.tsx';
import { DetailsButton, SelectBox } from './Table.tsx';

export const cardLook = 'flex gap-3.5 border-t-[1.5px] border-line px-3.5 py-3.5';
const cardGrid =
  'grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] card:grid-cols-[minmax(0,1fr)_auto] card:items-center card:gap-x-4';

/** Rows as cards, for windows too narrow for a table. */
export function DataCards<Item extends { id: number }>(props: DataRowsProps<Item>) {
  const { label, rows, selection, isSelected, details, rowClassName } = props;
  return (
    <>
      {selection && <SelectAll selection={selection} />}
      <ul aria-label={label}>
        {rows.map((item) => (
          <li
            key={item.id}
            data-row={item.id}
            className={classNames(
              'relative',
              cardLook,
              details && 'pb-1.5!',
              // Lies above the link that fills the card, and is high enough for a thumb.
              '[&_[data-person]]:relative [&_[data-person]]:z-1 [&_[data-person]]:-my-2.5 [&_[data-person]]:inline-block [&_[data-person]]:py-2.5',
              // A focused element scrolls to above the bulk bar.
              selection && '[&_:is(a,button,input)]:scroll-mb-24',
              (selection?.has(item.id) ?? isSelected?.(item))
                ? 'bg-spruce-tint'
                : 'has-[[data-fills-card]]:hover:bg-sunk',
              rowClassName?.(item),
            )}
          >
            {selection && (
              <span className="relative z-1 card:self-center">
                <SelectBox item={item} selection={selection} size="page" />
              </span>
            )}
            <CardContent {...props} item={item} />
          </li>
        ))}
      </ul>
    </>
  );
}

function CardContent<Item extends { id: number }>({
  columns,
  item,
  details,
  unfolded,
}: DataRowsProps<Item> & { item: Item }) {
  const id = useId();
  const cellsOf = (kind: Column<Item>['kind']) =>
    columns
      .filter((column) => column.only !== 'table' && (column.kind ?? 'fact') === kind)
      .map((column) => ({ ...column, content: column.cell(item, 'card') }))
      .filter(({ content }) => content !== null && content !== undefined && content !== false);
  const [lead] = cellsOf('lead');
  const [heading] = cellsOf('heading');
  const facts = cellsOf('fact');
  const [actions] = cellsOf('actions');
  const isOpen = unfolded?.has(item.id) ?? false;
  const lines = cellsOf('line').map(({ name, content }) => (
    <div key={name} className="text-[0.9375rem] wrap-anywhere text-muted tabular">
      {content}
    </div>
  ));
  return (
    <div className={cardGrid}>
      <div className="min-w-0">
        <div className={lead ? 'flex gap-2.5' : undefined}>
          {lead && <b className="w-13 shrink-0 text-base leading-[1.4] font-[650] tabular">{lead.content}</b>}
          <div
            className={classNames(
              'flex min-w-0 flex-wrap items-center',
              lead ? 'gap-x-2.5 gap-y-0.5' : 'justify-between gap-x-3 gap-y-1 card:justify-start',
            )}
          >
            {heading && (
              <h2 className="min-w-0 font-text text-base leading-[1.4] font-[650] wrap-anywhere">
                {heading.content}
              </h2>
            )}
            {cellsOf('text').map(({ name, content }) => (
              <p
                key={name}
                className="text-base leading-[1.45] wrap-anywhere [&_a]:-my-3 [&_a]:inline-block [&_a]:py-3"
              >
                {content}
              </p>
            ))}
            {cellsOf('pill').map(({ name, content }) => (
              <Fragment key={name}>{content}</Fragment>
            ))}
          </div>
        </div>
        {details ? (
          <div className="flex items-center justify-between gap-x-3">
            <div className="min-w-0">{lines}</div>
            <span className="-me-2 shrink-0 [&_button]:min-h-11">
              <DetailsButton item={item} unfolded={unfolded} controls={id} />
            </span>
          </div>
        ) : (
          <div className="mt-0.5">{lines}</div>
        )}
      </div>
      {facts.length > 0 && (
        <dl className="mt-1 grid gap-x-4 gap-y-1.5 text-[0.9375rem] card:col-span-2 card:grid-cols-2">
          {facts.map(({ name, content }) => (
            <div key={name}>
              <dt className="text-[0.8125rem] text-muted">{name}</dt>
              <dd className="whitespace-pre-line wrap-anywhere">{content}</dd>
            </div>
          ))}
        </dl>
      )}
      {cellsOf('note').map(({ name, content }) => (
        <div key={name} className="card:col-span-2">
          {content}
        </div>
      ))}
      {cellsOf('end').map(({ name, content }) => (
        <div
          key={name}
          className="mt-1 text-[0.9375rem] text-muted tabular card:col-start-2 card:row-start-1 card:mt-0 card:text-end"
        >
          {content}
        </div>
      ))}
      {details && isOpen && (
        <div id={id} className="pt-1 pb-2 card:col-span-2">
          {details(item)}
        </div>
      )}
      {actions && (
        <div className={`card:col-start-2 card:row-start-1 ${actionsClassName(actions)}`}>
          {actions.content}
        </div>
      )}
    </div>
  );
}

/** The classes of a card's buttons: large enough for a thumb, and beside the card's lines if there is room. */
function actionsClassName<Item>({ buttons = 1, mainLast }: Column<Item>): string {
  return classNames(
    // Lies above the link that fills the card.
    'relative z-1 mt-3 flex empty:hidden card:mt-0 [&_:is(a,button)]:min-h-11 [&_:is(a,button)]:whitespace-nowrap',
    buttons > 2
      ? 'flex-wrap gap-1 max-md:[&_svg]:hidden max-card:[&_button]:w-full max-card:[&_button]:px-1.5 max-card:[&>*]:flex-1 card:gap-2 card:[&_button]:px-2.5'
      : 'gap-2 [&_:is(a,button)]:px-3',
    buttons === 4 && 'max-card:[&>*]:basis-[45%]',
    buttons <= 2 &&
      (mainLast
        ? 'max-card:flex-row-reverse max-card:justify-end max-card:[&>:last-child]:flex-1'
        : 'max-card:[&>:first-child]:flex-1'),
  );
}

function SelectAll<Item>({ selection }: { selection: RowSelection<Item> }) {
  const id = useId();
  return (
    <div className="flex min-h-13 items-center justify-between gap-3 border-t-[1.5px] border-line bg-sunk px-3.5">
      <label htmlFor={id} className="flex min-h-11 cursor-pointer items-center gap-3.5 font-semibold">
        <Checkbox
          id={id}
          size="page"
          checked={selection.extent === 'all'}
          indeterminate={selection.extent === 'some'}
          onChange={selection.toggleAll}
        />
        {words.selectAll}
      </label>
      {selection.extent !== 'none' && (
        <Button kind="ghost" size="small" onClick={selection.clear} className="-me-4 card:hidden">
          {words.clearSelection}
        </Button>
      )}
    </div>
  );
}
