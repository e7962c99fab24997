import type { ReactElement } from 'react';
import { formatCount } from '#words/formats.ts';
import { ReasonButton } from './ReasonButton.tsx';

type PagerProps = {
  /** The number of rows before this page. */
  offset: number;
  /** The number of rows that a page holds. */
  limit: number;
  /** The number of rows in the list. */
  total: number;
  /** The number of rows on this page. */
  shown: number;
  /** Makes a link with this text to the page that begins at a row. */
  link: (offset: number, text: string) => ReactElement;
};

/** Says which rows of a list are shown, and links to the previous and the next page. It belongs in a card's footer. */
export function Pager({ offset, limit, total, shown, link }: PagerProps) {
  const end = Math.min(total, offset + shown);
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
            disabledReason={page === 1 ? 'This is the first page.' : undefined}
          />
          <PageLink
            link={link(page < pages ? offset + limit : offset, 'Next')}
            disabledReason={page === pages ? 'This is the last page.' : undefined}
          />
        </nav>
      )}
      <span role="status" className="sr-only">
        {pages > 1 && `Page ${page} of ${pages}`}
      </span>
    </div>
  );
}

/** A link to another page. On the first and last page it is disabled but stays a link, so that it keeps the focus. */
function PageLink({ link, disabledReason }: { link: ReactElement; disabledReason: string | undefined }) {
  return (
    <ReasonButton
      asChild
      kind="outline"
      size="row"
      disabledReason={disabledReason}
      className="max-md:min-h-11 max-md:px-4"
    >
      {link}
    </ReasonButton>
  );
}
