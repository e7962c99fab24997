import type { ReactElement } from 'react';
import { formatCount } from '#words/formats.ts';
import { ReasonButton } from './ReasonButton.tsx';

type PagerProps = {
  /** What is shown of the list: from which row on, how many rows a page holds, and how many there are. */
  offset: number;
  limit: number;
  total: number;
  /** How many rows are shown, if fewer than the page holds. */
  shown?: number | undefined;
  /** A link to the page that begins at a row, bearing these words. */
  link: (offset: number, words: string) => ReactElement;
};

/** Which rows of a list are shown, and links to the pages before and after. It belongs in a card's footer. */
export function Pager({ offset, limit, total, shown, link }: PagerProps) {
  const end = Math.min(total, offset + (shown ?? limit));
  const page = Math.floor(offset / limit) + 1;
  const pages = Math.max(1, Math.ceil(total / limit));
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <span className="tabular">
        {total === 0
          ? 'None'
          : `${formatCount(Math.min(offset + 1, end))} to ${formatCount(end)} of ${formatCount(total)}`}
      </span>
      {pages > 1 && (
        <nav aria-label="Pages" className="flex gap-1.5">
          <PageLink
            link={link(page > 1 ? offset - limit : offset, 'Previous')}
            barred={page === 1 ? 'This is the first page.' : undefined}
          />
          <PageLink
            link={link(page < pages ? offset + limit : offset, 'Next')}
            barred={page === pages ? 'This is the last page.' : undefined}
          />
        </nav>
      )}
      <span role="status" className="sr-only">
        {pages > 1 && `Page ${page} of ${pages}`}
      </span>
    </div>
  );
}

/** A link on the first and last page too, so that it keeps the focus. */
function PageLink({ link, barred }: { link: ReactElement; barred: string | undefined }) {
  return (
    <ReasonButton
      asChild
      kind="outline"
      size="row"
      disabledReason={barred}
      className="max-md:min-h-11 max-md:px-4"
    >
      {link}
    </ReasonButton>
  );
}
