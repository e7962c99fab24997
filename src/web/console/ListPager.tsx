import { Navigate, type To } from 'react-router';
import type { ReactElement } from 'react';
import { Pager } from '#web/ui/Pager.tsx';

type ListPagerProps = {
  /** The answer of a list's endpoint. */
  page: { items: readonly unknown[]; limit: number; offset: number; total: number };
  /** What `useListAddress` gives. */
  address: { addressOf: (offset: number) => To; link: (offset: number, words: string) => ReactElement };
};

/** The pager of a list whose page is in the address. From past the list's end it leads back to the last page. */
export function ListPager({ page: { items, limit, offset, total }, address }: ListPagerProps) {
  const lastOffset = Math.max(0, Math.ceil(total / limit) - 1) * limit;
  return (
    <>
      <Pager {...{ offset, limit, total }} shown={items.length} link={address.link} />
      {items.length === 0 && lastOffset < offset && <Navigate to={address.addressOf(lastOffset)} replace />}
    </>
  );
}
