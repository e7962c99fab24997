import { ExternalLink } from 'lucide-react';
import { partnerStores as words } from '#words/landing.tsx';
import { PartnerLogo } from '#features/partners/PartnerLogo.tsx';
import type { SiteResponse } from '#features/settings/contract.ts';
import { type SiteAnswer, useSiteAnswer } from '#web/site/Visit.tsx';
import { Bag } from '#web/art/Bag.tsx';
import { EmptyState } from '#web/ui/Shelf.tsx';
import { Skeleton, SkeletonBox } from '#web/ui/Skeleton.tsx';

type Partner = SiteResponse['partners'][number];

/** The stores that take reward codes. As high as three of them from the start, so that nothing below moves. */
export function PartnerList() {
  const site: SiteAnswer | null | undefined = useSiteAnswer();
  const partners = site?.partners;
  return (
    <div className="mt-5 min-h-63 border-t-[1.5px] border-line">
      {site === undefined && (
        <>
          <Skeleton className="noscript:hidden" row={skeletonRow} />
          <p className="hidden pt-5 noscript:block">{words.elsewhere}</p>
        </>
      )}
      {site !== undefined &&
        (partners ? <Stores partners={partners} /> : <p className="pt-5">{words.elsewhere}</p>)}
    </div>
  );
}

const skeletonRow = (
  <>
    <SkeletonBox className="size-13 shrink-0 !rounded-full" />
    <SkeletonBox shape="block" className="w-2/5" />
  </>
);

function Stores({ partners }: { partners: readonly Partner[] }) {
  if (partners.length === 0) {
    return <EmptyState object={Bag} title={words.none} text={words.noneText} />;
  }
  return (
    <ul className="divide-y-[1.5px] divide-line">
      {partners.map(({ id, name, logo, link }) => (
        <li key={id} className="flex min-h-20 items-center gap-3.5 py-3.5">
          <PartnerLogo name={name} logo={logo} size="list" />
          <span className="min-w-0 flex-1 font-[650] wrap-anywhere">{name}</span>
          {link !== null && (
            <a
              href={link}
              target="_blank"
              rel="noreferrer"
              className="t-small inline-flex min-h-11 shrink-0 items-center gap-2 font-[650] text-spruce underline decoration-2 underline-offset-[5px] hover:decoration-transparent"
            >
              {words.visitWebsite}
              <span className="sr-only">{words.whoseWebsite(name)}</span>
              <ExternalLink size={17} aria-hidden="true" />
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
