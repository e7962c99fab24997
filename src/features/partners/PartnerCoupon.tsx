import { ExternalLink, Store } from 'lucide-react';
import type { ReactNode } from 'react';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { Card } from '#web/ui/Card.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { SkeletonBox } from '#web/ui/Skeleton.tsx';
import type { contract } from './contract.ts';
import { PartnerLogo } from './PartnerLogo.tsx';

type Partner = EndpointResponse<typeof contract.partners>[number];

/** A store and its saving, with the way to its website below the line where a coupon is torn off. */
export function PartnerCoupon({ partner: { name, discount, link, logo } }: { partner: Partner }) {
  return (
    <CouponCard
      foot={
        link === null ? (
          <p className="text-muted">No website</p>
        ) : (
          <a
            href={link}
            target="_blank"
            rel="noreferrer"
            className="-mx-1 inline-flex min-h-11 items-center gap-2.5 rounded-console px-1 font-[650] text-spruce hover:underline"
          >
            Visit Website
            <span className="sr-only"> of {name}, in a new tab</span>
            <ExternalLink size={18} aria-hidden="true" />
          </a>
        )
      }
    >
      <div className="flex items-center gap-4">
        <PartnerLogo name={name} logo={logo} size="card" />
        <div className="min-w-0">
          <h3 className="t-3 wrap-anywhere">{name}</h3>
          <div className="mt-1.5">
            <Pill tone="spruce" icon={Store}>
              Partner
            </Pill>
          </div>
        </div>
      </div>
      <p className="t-small mt-5 font-medium text-muted">Discount Details</p>
      <p className="leading-normal font-medium wrap-anywhere">{discount ?? 'Ask at the till.'}</p>
    </CouponCard>
  );
}

export function PartnerCouponSkeleton() {
  return (
    <CouponCard foot={<SkeletonBox className="w-32" />}>
      <div className="flex items-center gap-4">
        <SkeletonBox className="!size-16 shrink-0 !rounded-full" />
        <div className="flex-1">
          <SkeletonBox shape="block" className="w-4/5" />
          <SkeletonBox shape="pill" className="mt-2.5 w-20" />
        </div>
      </div>
      <SkeletonBox className="mt-6 w-28" />
      <SkeletonBox className="mt-3 w-11/12" />
    </CouponCard>
  );
}

function CouponCard({ foot, children }: { foot: ReactNode; children: ReactNode }) {
  return (
    <Card as="li" flush className="flex flex-col">
      <div className="flex-1 px-6 pt-6 pb-5.5">{children}</div>
      <div aria-hidden="true" className="relative mx-2.5 border-t-2 border-dashed border-line">
        <Bite className="-left-[11.5px] rounded-r-full border-l-0" />
        <Bite className="-right-[11.5px] rounded-l-full border-r-0" />
      </div>
      <div className="flex min-h-17.5 items-center px-6 py-1.5">{foot}</div>
    </Card>
  );
}

/** Half a circle that the ground behind the card takes out of its edge. */
function Bite({ className }: { className: string }) {
  return <span className={`absolute -top-3 h-5.5 w-3 border-[1.5px] border-line bg-sunk ${className}`} />;
}
