import { Clock, ExternalLink, MapPin, Store } from 'lucide-react';
import type { ReactNode } from 'react';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { discounts as words } from '#words/rewards.tsx';
import type { Icon } from '#web/ui/Button.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { SkeletonBox } from '#web/ui/Skeleton.tsx';
import type { contract } from './contract.ts';
import { PartnerLogo } from './PartnerLogo.tsx';

type Partner = EndpointResponse<typeof contract.partners>[number];

/** Classes of the list of tags. On a phone all tags hang from one rail at the left, else two or three from each rail. */
export const storeRails =
  'relative max-sm:flex max-sm:flex-col max-sm:gap-3 max-sm:before:absolute max-sm:before:inset-y-0 max-sm:before:left-0 max-sm:before:w-[9px] max-sm:before:rounded-[3px] max-sm:before:bg-plank sm:grid sm:grid-cols-2 sm:items-start sm:gap-y-11 sm:px-4 lg:grid-cols-3';

/** A store as a price tag, with its discount, name, address, hours and website. */
export function StoreTag({ partner }: { partner: Partner }) {
  const { name, discount, link, logo, address, hours } = partner;
  const { saving, rest } = splitDiscount(discount ?? words.askAtTill);
  return (
    <HangingTag>
      {/* The name comes first for screen readers, below the saving on the screen. */}
      <div className="flex min-w-0 flex-col sm:w-full">
        <h3 className="t-4 order-1 mt-1.5 max-sm:text-[1.125rem] wrap-anywhere sm:mt-5 sm:border-t sm:border-dashed sm:border-edge/50 sm:pt-4">
          {name}
        </h3>
        <p className="sr-only">{words.details}</p>
        <p>
          {saving !== null && (
            <span className="block font-display text-[2.75rem] leading-none font-[800] tracking-[-0.035em] text-spruce">
              {saving}{' '}
            </span>
          )}
          <span
            className={
              saving === null
                ? 'block font-display text-[1.375rem] leading-[1.15] font-[750] tracking-[-0.012em] text-spruce wrap-anywhere'
                : 'block leading-snug wrap-anywhere not-empty:mt-1.5'
            }
          >
            {rest}
          </span>
        </p>
      </div>
      <div className="flex items-center gap-2.5 max-sm:col-start-1 max-sm:mt-2 sm:mt-3">
        <PartnerLogo name={name} logo={logo} />
        <Pill tone="spruce" icon={Store}>
          {words.partner}
        </Pill>
      </div>
      {(address !== null || hours !== null) && (
        <dl className="t-small grid gap-1 max-sm:col-start-1 max-sm:mt-2 sm:mt-3">
          {address !== null && (
            <PlaceLine icon={MapPin} name={words.address}>
              {address}
            </PlaceLine>
          )}
          {hours !== null && (
            <PlaceLine icon={Clock} name={words.hours}>
              {hours}
            </PlaceLine>
          )}
        </dl>
      )}
      {link === null ? (
        <p className="content-center text-muted max-sm:hidden sm:min-h-12">{words.noWebsite}</p>
      ) : (
        <a
          href={link}
          target="_blank"
          rel="noreferrer"
          className="inline-flex items-center justify-center gap-2.5 rounded-console font-[650] text-spruce max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-1 max-sm:size-13 max-sm:self-center sm:min-h-12 sm:px-1 sm:hover:underline"
        >
          <span className="max-sm:sr-only">{words.visitWebsite}</span>
          <span className="sr-only">{words.whoseWebsite(name)}</span>
          <ExternalLink size={18} aria-hidden="true" className="max-sm:size-5" />
        </a>
      )}
    </HangingTag>
  );
}

type PlaceLineProps = { icon: Icon; name: string; children: string };

function PlaceLine({ icon: LineIcon, name, children }: PlaceLineProps) {
  return (
    <div className="flex gap-2 sm:justify-center">
      <dt className="mt-0.5 shrink-0 text-muted">
        <LineIcon size={17} aria-hidden />
        <span className="sr-only">{name}</span>
      </dt>
      <dd className="min-w-0 text-start whitespace-pre-line wrap-anywhere">{children}</dd>
    </div>
  );
}

export function StoreTagSkeleton() {
  return (
    <HangingTag>
      <div className="flex flex-col gap-2.5 sm:items-center">
        <SkeletonBox shape="block" className="h-10 w-36" />
        <SkeletonBox className="w-44" />
        <SkeletonBox shape="block" className="mt-1 w-40 sm:mt-8" />
      </div>
      <div className="max-sm:col-start-1 mt-3">
        <SkeletonBox shape="pill" className="w-22" />
      </div>
      <div className="max-sm:hidden sm:min-h-12 sm:content-center">
        <SkeletonBox className="w-28" />
      </div>
    </HangingTag>
  );
}

/** How far a tag hangs from its rail on a phone. */
const reach =
  'max-sm:ml-(--reach) max-sm:[--reach:28px] max-sm:nth-[3n+2]:[--reach:38px] max-sm:nth-[3n]:[--reach:32px]';

/** How far a tag hangs below its rail from tablets on. */
const drop =
  'sm:[--drop:34px] sm:max-lg:even:[--drop:46px] lg:nth-[3n+2]:[--drop:46px] lg:nth-[3n]:[--drop:38px] sm:px-3 sm:pt-[calc(9px+var(--drop))]';

/** The rail, which the first tag of each row draws. */
const rail =
  'sm:before:absolute sm:before:top-0 sm:before:-left-4 sm:before:h-[9px] sm:before:rounded-[3px] sm:before:bg-plank sm:max-lg:odd:before:w-[calc(200%+2rem)] lg:nth-[3n+1]:before:w-[calc(300%+2rem)]';

function HangingTag({ children }: { children: ReactNode }) {
  return (
    <li className={`relative ${reach} ${drop} ${rail}`}>
      <Thread />
      <div className="tag-swing drop-shadow-tag">
        <div className="grid bg-raised max-sm:tag-wide max-sm:min-h-32 max-sm:grid-cols-[minmax(0,1fr)_3.25rem] max-sm:content-center max-sm:py-4 max-sm:pr-1 max-sm:pl-13.5 sm:tag-price sm:grid-cols-[minmax(0,1fr)] sm:justify-items-center sm:px-5 sm:pt-15 sm:pb-1 sm:text-center">
          <span aria-hidden="true" className="tag-eyelet size-5.5 border-[5px] sm:size-6.5 sm:border-[6px]" />
          {children}
        </div>
      </div>
    </li>
  );
}

function Thread() {
  const svgProps = { fill: 'none', strokeWidth: 2.4, strokeLinecap: 'round', 'aria-hidden': true } as const;
  return (
    <>
      <svg
        {...svgProps}
        viewBox="0 0 60 16"
        preserveAspectRatio="none"
        className="absolute top-1/2 left-[calc(3px-var(--reach))] z-1 h-4 w-[calc(var(--reach)+18px)] -translate-y-1/2 stroke-wheat sm:hidden"
      >
        <path
          d="M1.500 5C20 3 40 8 59 5.500M1.500 5C9 14 40 14.500 59 11.500"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <svg
        {...svgProps}
        viewBox="0 0 24 60"
        preserveAspectRatio="none"
        className="absolute top-[9px] left-1/2 z-1 h-[calc(var(--drop)+21px)] w-6 -translate-x-1/2 stroke-wheat max-sm:hidden"
      >
        <path d="M12 0C15 24 13 32 4 59M12 0C10 20 22 34 19.500 59" vectorEffect="non-scaling-stroke" />
      </svg>
    </>
  );
}

interface Saving {
  /** Such as "15% off", which is shown large. Null if the text does not begin with a saving. */
  saving: string | null;
  /** The text after the saving. */
  rest: string;
}

const amount = String.raw`\d[\d.,]*`;
const percent = String.raw`${amount}\s?%`;
const money = String.raw`(?:\$\s?${amount}|${amount}\s?\$)`;

/** Matches "15% off", "up to $5 off", "20%" before its noun, "3 for 2" and "2 for $10". */
const savingAtStart = new RegExp(
  String.raw`^(?:(?:up to\s+)?(?:${percent}|${money})\s+off\b|(?:up to\s+)?${percent}(?=\s+(?:discount|on|de)\b)|\d+\s+for\s+(?:${money}|\d+\b))`,
  'i',
);

/** Splits a discount into the saving at its start, if there is one, and the rest. */
export function splitDiscount(discount: string): Saving {
  const text = discount.trim();
  const saving = savingAtStart.exec(text)?.[0] ?? null;
  if (saving === null) return { saving, rest: text };
  return { saving, rest: text.slice(saving.length).replace(/^[\s,;:.–—-]+/, '') };
}
