import { Navigate, type To } from 'react-router';
import type { ReactElement } from 'react';
import { Pager } from '#web/ui/Pager.tsx';
import type { Beside } from './useListAddress.ts';

type ListPagerProps<Item> = {
  /** The answer of a list's endpoint. */
  page: {
    items: readonly Item[];
    limit: number;
    offset: number;
    total: number;
    moreThanTotal?: boolean | undefined;
  };
  /** What `useListAddress` gives. */
  address: {
    addressOf: (offset: number) => To;
    isBeside: boolean;
    link: (offset: number, words: string, beside?: Beside) => ReactElement;
  };
  /** Where a row stands, if the endpoint gives the pages after it and before it: among very many that is quicker. */
  placeOf?: ((item: Item) => string) | undefined;
};

/**
 * The pager of a list whose page is in the address. From past the list's end it leads back to the last page, and from a row
 * beside which there is nothing any more to the page of that number.
 */
export function ListPager<Item>({ page, address, placeOf }: ListPagerProps<Item>) {
  const { items, limit, offset, total, moreThanTotal } = page;
  const isEmpty = items.length === 0 && offset > 0;
  const lastOffset = Math.max(0, Math.ceil(total / limit) - 1) * limit;
  const isPastEnd = lastOffset < offset;

  function besideThisPage(linked: number): Beside | undefined {
    const row = linked > offset ? items.at(-1) : items[0];
    if (!moreThanTotal || !placeOf || row === undefined || linked === 0) return undefined;
    return linked > offset ? { after: placeOf(row) } : { before: placeOf(row) };
  }

  return (
    <>
      <Pager
        {...{ offset, limit, total, moreThanTotal }}
        shown={items.length}
        link={(linked, words) => address.link(linked, words, besideThisPage(linked))}
      />
      {isEmpty && (isPastEnd || address.isBeside) && (
        <Navigate to={address.addressOf(isPastEnd ? lastOffset : offset)} replace />
      )}
    </>
  );
}
