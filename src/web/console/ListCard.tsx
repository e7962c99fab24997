import type { ComponentProps, ReactNode } from 'react';
import { ListStates } from '#web/ui/ListStates.tsx';
import { count } from '#web/ui/Pager.tsx';
import { TableCard, TableTitle } from '#web/ui/Table.tsx';
import { UpdatedAgo } from '#web/ui/UpdatedAgo.tsx';
import { useAsCards } from './useAsCards.ts';
import { ListPager } from './ListPager.tsx';
import { useRowKeys, type RowActions } from './useRowKeys.ts';

type ListStatesProps<Item> = ComponentProps<typeof ListStates<Item>>;

type Address = ComponentProps<typeof ListPager>['address'];

type ListCardProps<Item> = Omit<ListStatesProps<Item>, 'bannerClassName' | 'skeleton' | 'children'> & {
  title: string;
  /** None where the list comes whole. */
  address?: Address | undefined;
  /** After the title: filters, and what is done to the list. */
  toolbar?: ReactNode;
  skeletons: { table: ReactNode; cards: ReactNode };
  /** What single keys do to a row. */
  keys?: RowActions<Item> | undefined;
  /** The rows, as a table or as cards. */
  children: (rows: readonly Item[], asCards: boolean) => ReactNode;
};

/** A list of the console with its title, toolbar, pages and states. */
export function ListCard<Item extends { id: number }>(props: ListCardProps<Item>) {
  const { title, address, toolbar, skeletons, keys, empty, children, ...states } = props;
  const asCards = useAsCards();
  const page = states.list.data;
  useRowKeys({ ...keys, rows: page?.items ?? [] });
  return (
    <TableCard
      toolbar={
        <>
          <TableTitle count={page && count(page.total)}>{title}</TableTitle>
          {toolbar}
        </>
      }
      footer={
        page && page.total > 0 && address ? (
          <>
            <ListPager page={page} address={address} />
            {!states.list.isPlaceholderData && <UpdatedAgo at={states.list.dataUpdatedAt} />}
          </>
        ) : undefined
      }
    >
      <ListStates
        {...states}
        bannerClassName="mx-3.5 mb-3.5"
        skeleton={asCards ? skeletons.cards : skeletons.table}
        empty={<div className="border-t-[1.5px] border-line py-4">{empty}</div>}
      >
        {(rows) => children(rows, asCards)}
      </ListStates>
    </TableCard>
  );
}

type ListPanelProps<Item> = Omit<ListStatesProps<Item>, 'bannerClassName'> & { address: Address };

/** The same without a card around it, where each row is a card of its own. */
export function ListPanel<Item>({ address, empty, ...states }: ListPanelProps<Item>) {
  const page = states.list.data;
  return (
    <>
      <ListStates {...states} bannerClassName="mb-4" empty={<div className="py-4">{empty}</div>} />
      {page && page.total > page.limit && (
        <div className="mt-5 text-muted">
          <ListPager page={page} address={address} />
        </div>
      )}
    </>
  );
}
