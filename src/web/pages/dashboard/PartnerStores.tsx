import { ExternalLink, Store } from 'lucide-react';
import { Link } from 'react-router';
import type { SiteInfo } from '#features/site/useSiteInfo.ts';
import { Card } from '#web/ui/Card.tsx';

const anchor = 'partner-stores';

export function PartnerStoresLink() {
  return (
    <Link
      to={{ hash: anchor }}
      className="t-small -my-2.5 inline-flex min-h-11 items-center font-[650] text-spruce underline underline-offset-4 hover:text-ink"
    >
      Where to use them
    </Link>
  );
}

/** Where the codes are good. */
export function PartnerStores({ partners }: { partners: SiteInfo['partners'] }) {
  return (
    <Card as="section" id={anchor} aria-labelledby="partner-stores-heading" className="scroll-mt-6">
      <h2 id="partner-stores-heading" className="t-3">
        Partner stores
      </h2>
      <ul className="mt-2 divide-y-[1.5px] divide-line">
        {partners.map((partner) => (
          <PartnerStore key={partner.id} partner={partner} />
        ))}
      </ul>
    </Card>
  );
}

function PartnerStore({ partner: { name, link } }: { partner: SiteInfo['partners'][number] }) {
  return (
    <li className="flex min-h-13 flex-wrap items-center justify-between gap-x-4 py-1">
      <span className="flex min-w-0 items-center gap-2.5 font-[650] wrap-anywhere">
        <Store size={20} className="shrink-0 text-spruce" aria-hidden="true" />
        {name}
      </span>
      {link !== null && (
        <a
          href={link}
          target="_blank"
          rel="noreferrer"
          className="t-small inline-flex min-h-11 items-center gap-1.5 font-[650] text-spruce underline underline-offset-4 hover:text-ink"
        >
          Visit website
          <span className="sr-only"> of {name}, in a new tab</span>
          <ExternalLink size={16} aria-hidden="true" />
        </a>
      )}
    </li>
  );
}
