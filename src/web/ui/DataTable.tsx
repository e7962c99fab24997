import type { ReactNode } from 'react';
import { loading } from '#words/loading.ts';
import { classNames } from './classNames.ts';
import { SkeletonBox } from './Skeleton.tsx';
import { Cell, HeadCell, Row, Table, type CellProps, type HeadCellProps } from './Table.tsx';

/** One column of a table: its head, its cells, and its shape while the rows load. */
export type Column<Item, Context = undefined> = Pick<HeadCellProps, 'align' | 'sort'> &
  Pick<CellProps, 'nowrap'> & {
    name: string;
    /** What heads the column in place of its name. */
    head?: ReactNode;
    cell: (item: Item, context: Context) => ReactNode;
    /** Heads its row, as a name does. */
    heading?: boolean | ((item: Item) => boolean) | undefined;
    quiet?: boolean | ((item: Item) => boolean) | undefined;
    /** The width of the box that stands for a cell. */
    skeleton: string;
    /** On the head and the cells: where the column is hidden. */
    className?: string | undefined;
    /** On the cells alone. */
    cellClassName?: string | undefined;
  };

type Columns<Item, Context> = readonly Column<Item, Context>[];

/** The last column: what can be done to a row. */
export function actionsColumn<Item, Context = undefined>(
  column: Pick<Column<Item, Context>, 'cell' | 'skeleton' | 'cellClassName'>,
): Column<Item, Context> {
  return {
    name: 'Actions',
    align: 'end',
    skeleton: `h-7 ${column.skeleton}`,
    cellClassName: classNames('pe-2.5! whitespace-nowrap', column.cellClassName),
    cell: (item, context) => <span className="inline-flex gap-1">{column.cell(item, context)}</span>,
  };
}

type DataTableProps<Item, Context> = {
  /** Says what the rows are, to screen readers. */
  label: string;
  columns: Columns<Item, Context>;
  rows: readonly Item[];
  isSelected?: ((item: Item) => boolean) | undefined;
  /** On each row: below the heads there, that is, room for what sticks when the focus moves. */
  rowClassName?: string | ((item: Item) => string) | undefined;
} & (undefined extends Context
  ? { context?: Context }
  : {
      /** What the cells need beside their row. */
      context: Context;
    });

/** A table of rows by declared columns. */
export function DataTable<Item extends { id: number }, Context = undefined>({
  label,
  columns,
  rows,
  isSelected,
  rowClassName = '[&_:is(a,button)]:scroll-mt-12',
  context,
}: DataTableProps<Item, Context>) {
  return (
    <Table label={label}>
      <Heads columns={columns} />
      <tbody>
        {rows.map((item) => (
          <Row
            key={item.id}
            data-row={item.id}
            selected={isSelected?.(item)}
            className={typeof rowClassName === 'function' ? rowClassName(item) : rowClassName}
          >
            {columns.map(({ name, cell, align, nowrap, heading, quiet, className, cellClassName }) => (
              <Cell
                key={name}
                align={align}
                nowrap={nowrap}
                heading={typeof heading === 'function' ? heading(item) : heading}
                quiet={typeof quiet === 'function' ? quiet(item) : quiet}
                className={classNames(className, cellClassName)}
              >
                {cell(item, context as Context)}
              </Cell>
            ))}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

type TableSkeletonProps<Item, Context> = {
  columns: Columns<Item, Context>;
  rows?: number | undefined;
  /** On each cell: its height, where rows are taller than a line. */
  className?: string | undefined;
};

/** The table's shape while it loads. */
export function TableSkeleton<Item, Context>({
  columns,
  rows = 8,
  className: height,
}: TableSkeletonProps<Item, Context>) {
  return (
    <div aria-hidden="true">
      <Table label={loading}>
        <Heads columns={columns} />
        <tbody>
          {Array.from({ length: rows }, (_, row) => (
            <Row key={row}>
              {columns.map(({ name, skeleton, align, className, cellClassName }) => (
                <Cell key={name} className={classNames(className, cellClassName, height)}>
                  <SkeletonBox className={`max-w-full ${skeleton} ${align === 'end' ? 'ms-auto' : ''}`} />
                </Cell>
              ))}
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function Heads<Item, Context>({ columns }: { columns: Columns<Item, Context> }) {
  return (
    <thead>
      <tr>
        {columns.map(({ name, head = name, align, sort, className }) => (
          <HeadCell key={name} align={align} sort={sort} className={className}>
            {head}
          </HeadCell>
        ))}
      </tr>
    </thead>
  );
}
