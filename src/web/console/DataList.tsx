import { type ComponentProps, type ReactElement, type ReactNode, useState } from 'react';
import { DataRows, type DataRowsProps, type Unfolded } from '#web/ui/DataRows.tsx';
import { DataRowsSkeleton, ListStates } from '#web/ui/ListStates.tsx';
import { Pager } from '#web/ui/Pager.tsx';
import { TableCard, TableTitle } from '#web/ui/Table.tsx';
import { formatCount } from '#words/formats.ts';
import { UpdatedAgo } from '#web/ui/Instant.tsx';
import { useAsCards } from './useAsCards.ts';
import { type RowActions, useRowKeys } from './useRowKeys.ts';
import { Navigate, type To } from 'react-router';

type DataListProps<Item> = Omit<DataRowsProps<Item>, 'rows' | 'unfolded' | 'label'> &
  Pick<ComponentProps<typeof ListStates<Item>>, 'list' | 'failure' | 'onRetry' | 'empty'> & {
    title: string;
    /** The name of the table, if not the title. */
    label?: string | undefined;
    /** Whether the number of rows follows the title. */
    isCounted?: boolean | undefined;
    /** Absent if the list has a single page. */
    address?: ComponentProps<typeof ListPager>['address'] | undefined;
    /** Filters and actions after the title. */
    toolbar?: ReactNode;
    /** A note above the rows. */
    notice?: ReactNode;
    /** What single keys do to a row. By default Enter unfolds a row's details. */
    keys?: RowActions<Item> | undefined;
    /** The bar of actions for selected rows: one stands above a table, the other below cards. */
    bulk?: { above: ReactNode; below: ReactNode } | undefined;
    skeletonRows?: number | undefined;
  };

/** A list of the console, as a table or as cards: with title, toolbar, pages, and the states while it has no rows. */
export function DataList<Item extends { id: number }>({
  title,
  label = title,
  isCounted = true,
  list,
  address,
  toolbar,
  notice,
  keys,
  bulk,
  skeletonRows,
  empty,
  failure,
  onRetry,
  ...rowProps
}: DataListProps<Item>) {
  const asCards = useAsCards();
  const unfolded = useUnfolded();
  const page = list.data;
  useRowKeys<Item>({
    onOpen: rowProps.details && (({ id }) => unfolded.toggle(id)),
    ...keys,
    rows: page?.items ?? [],
  });
  return (
    <>
      <TableCard
        toolbar={
          <>
            <TableTitle count={isCounted && page ? formatCount(page.total) : undefined}>{title}</TableTitle>
            {toolbar}
          </>
        }
        footer={
          page && page.total > 0 && address ? (
            <>
              <ListPager page={page} address={address} />
              {!list.isPlaceholderData && <UpdatedAgo at={list.dataUpdatedAt} />}
            </>
          ) : undefined
        }
      >
        <ListStates
          list={list}
          failure={failure}
          onRetry={onRetry}
          bannerClassName="mx-3.5 mb-3.5"
          skeleton={
            <DataRowsSkeleton
              asCards={asCards}
              columns={rowProps.columns}
              tall={rowProps.tall}
              hasDetails={rowProps.details !== undefined}
              hasSelection={rowProps.selection !== undefined}
              rows={skeletonRows}
            />
          }
          empty={<div className="border-t-[1.5px] border-line py-4">{empty}</div>}
        >
          {(items) => (
            // The column heads stick below the bulk bar, which is 52 px high.
            <div className={bulk && !asCards ? 'lg:[--table-head-top:52px]' : undefined}>
              {!asCards && bulk?.above}
              {notice}
              <DataRows {...rowProps} label={label} rows={items} unfolded={unfolded} asCards={asCards} />
            </div>
          )}
        </ListStates>
      </TableCard>
      {asCards && bulk?.below}
    </>
  );
}

/** Which rows show their details. The rows stay unfolded while the list reloads. */
function useUnfolded(): Unfolded {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  return {
    has: (id) => ids.has(id),
    toggle: (id) =>
      setIds((previousIds) => {
        const nextIds = new Set(previousIds);
        if (!nextIds.delete(id)) nextIds.add(id);
        return nextIds;
      }),
  };
}

type ListPagerProps = {
  /** The answer of a list's endpoint. */
  page: { items: readonly unknown[]; limit: number; offset: number; total: number };
  /** The address from `useListAddress`. */
  address: { addressOf: (offset: number) => To; link: (offset: number, text: string) => ReactElement };
};

/** The pager of a list whose page is in the address. An address past the list's end leads to the last page. */
function ListPager({ page: { items, limit, offset, total }, address }: ListPagerProps) {
  const lastOffset = Math.max(0, Math.ceil(total / limit) - 1) * limit;
  return (
    <>
      <Pager offset={offset} limit={limit} total={total} shown={items.length} link={address.link} />
      {items.length === 0 && lastOffset < offset && <Navigate to={address.addressOf(lastOffset)} replace />}
    </>
  );
}
