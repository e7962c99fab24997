import { Navigate, type To } from 'react-router';
import type { ReactElement } from 'react';
import { Pager } from '#web/ui/Pager.tsx';

type ListPagerProps = {
  /** The answer of a list's endpoint. */
  page: { items: readonly unknown[]; limit: number; offset: number; total: number };
  /** What `useListAddress` gives. */
  address: {
    addressOf: (offset: number) => To;
    link: (offset: number, words: string) => ReactElement;
  };
};

/** The pager of a list whose page is in the address. From past the list's end it leads back to the last page. */
export function ListPager({ page, address }: ListPagerProps) {
  const { items, limit, offset, total } = page;
  const pastEnd = items.length === 0 && offset > 0;
  const lastOffset = Math.max(0, Math.ceil(total / limit) - 1) * limit;
  return (
    <>
      <Pager offset={offset} limit={limit} total={total} shown={items.length} link={address.link} />
      {pastEnd && lastOffset < offset && <Navigate to={address.addressOf(lastOffset)} replace />}
    </>
  );
}
