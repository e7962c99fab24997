import { Printer, Undo2 } from 'lucide-react';
import { Link } from 'react-router';
import { daysUntil } from '#shared/dates.ts';
import { formatInstantDay, formatLastDay } from '#words/formats.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { Loops } from '#web/ui/Pip.tsx';
import { QrCode } from '#web/ui/QrCode.tsx';
import { qrCodeFor } from '#words/site.ts';
import type { DonorCode } from './contract.ts';
import { bestCode, rewardTags as words } from '#words/rewards.tsx';

type TagProps = { code: DonorCode; now: Date; timeZone: TimeZone };

// A reward code is drawn as a thrift-store swing tag. Its shadow is on the outer element, so that it follows the cut corners.
const tagClassName = 'relative drop-shadow-tag print:filter-none';

/** The code to show at the till, large and with buttons. The page prints only this. */
export function OpenTag({ code, now, timeZone }: TagProps) {
  return (
    <div className={`${tagClassName} print:w-[130mm]`}>
      {/* Prints a dashed line to cut along, because shadow, mask and clip would print as a coarse picture. */}
      <div className="tag-tall bg-raised px-5 pt-15 pb-6 sm:px-6.5 print:border-2 print:border-dashed print:border-edge print:[clip-path:none] print:[mask:none]">
        <span aria-hidden="true" className="tag-eyelet size-7 border-[6.5px]" />
        <div className="flex flex-col items-center gap-4 text-center sm:flex-row sm:justify-between sm:text-left">
          <div className="min-w-0">
            <p className="t-code-tag whitespace-nowrap">{code.code}</p>
            <div className="mt-4">
              <UsesAndDays code={code} now={now} timeZone={timeZone} />
            </div>
          </div>
          <TillQrCode code={code} />
        </div>
        <div className="mt-4 flex flex-wrap gap-2 [&>*]:flex-auto print:hidden">
          <CopyButton text={code.code} label={words.copyCode} size="medium" wide />
          <Button kind="ghost" icon={Printer} className="max-sm:px-3" onClick={() => window.print()}>
            {words.print}
          </Button>
        </div>
      </div>
    </div>
  );
}

/**
 * The tag of the best code, white in both themes. The modules of its QR code are 5 pixels wide on a phone and 4 elsewhere. The
 * tag serves as part of the quiet zone.
 */
function BestTag({ code, now, timeZone }: TagProps) {
  return (
    <div className={`${tagClassName} on-white text-ink`}>
      <div className="flex items-center bg-raised max-sm:tag-tall max-sm:flex-col max-sm:px-4 max-sm:pt-15 max-sm:text-center sm:tag-wide sm:justify-between sm:gap-5 sm:py-1.5 sm:pr-2.5 sm:pl-16.5">
        <span aria-hidden="true" className="tag-eyelet size-7 border-[6.5px] sm:size-5.5 sm:border-[5px]" />
        <div className="min-w-0">
          <p className="t-code-tag whitespace-nowrap">{code.code}</p>
          <div className="mt-3.5">
            <UsesAndDays code={code} now={now} timeZone={timeZone} />
          </div>
        </div>
        <TillQrCode code={code} modulePixels={5} className="max-sm:-mt-1 sm:[zoom:0.8]" />
      </div>
    </div>
  );
}

type BestCodeProps = {
  code: DonorCode;
  hasOtherCodes: boolean;
  now: Date;
  timeZone: TimeZone;
  className: string;
};

/** The code to use first, ready to be shown at a till. */
export function BestCode({ code, hasOtherCodes, now, timeZone, className }: BestCodeProps) {
  return (
    <section
      aria-labelledby="best-code"
      className={`on-panel grid gap-x-10 rounded-slab bg-panel p-4.5 text-panel-ink sm:p-7 lg:grid-cols-[minmax(0,1fr)_32.5rem] xl:grid-cols-[minmax(0,1fr)_35rem] lg:grid-rows-[auto_1fr] lg:py-7.5 lg:pr-9 lg:pl-10 ${className}`}
    >
      <div>
        <h2 id="best-code" className="t-3 lg:text-[2.3125rem]">
          {bestCode.heading}
        </h2>
        <p className="mt-1.5 text-panel-muted lg:mt-2.5 xl:text-[1.0625rem]">
          {hasOtherCodes && `${bestCode.endsFirst} `}
          <span className={hasOtherCodes ? 'max-sm:hidden' : ''}>{bestCode.atTheTill}</span>
        </p>
      </div>
      <div className="mt-4 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:mt-0">
        <BestTag code={code} now={now} timeZone={timeZone} />
      </div>
      <div className="mt-4 flex gap-3 self-start max-sm:[&>*]:grow lg:mt-5">
        <CopyButton text={code.code} label={words.copyCode} kind="wheat" size="medium" wide />
        <Button asChild kind="panelOutline" className="max-sm:hidden">
          <Link to={paths.dashboard}>{bestCode.allCodes}</Link>
        </Button>
      </div>
    </section>
  );
}

/** A smaller tag. A press anywhere on it shows the code large. */
export function FoldedTag({ code, now, timeZone, onOpen }: TagProps & { onOpen: () => void }) {
  return (
    <div className={`${tagClassName} group`}>
      <div className="tag-wide flex items-center gap-2 bg-raised py-4 pr-3 pl-12.5 sm:gap-3 sm:pr-6 sm:pl-13.5">
        <span aria-hidden="true" className="tag-eyelet size-5.5 border-[5px]" />
        <div className="min-w-0 flex-1">
          <p className="t-code-row whitespace-nowrap">{code.code}</p>
          <p className="t-small mt-2 flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <UseLoops code={code} label={usesLeft(code)} size={18} />
            <span>
              <TimeLeft code={code} now={now} timeZone={timeZone} />
            </span>
          </p>
          <GivenBack code={code} timeZone={timeZone} />
          <button
            type="button"
            aria-label={words.showCodeLarge(code.code)}
            onClick={onOpen}
            className="t-small mt-1 cursor-pointer font-[650] text-spruce underline underline-offset-4 group-hover:text-ink after:absolute after:inset-0"
          >
            {words.showLarge}
          </button>
        </div>
        <TillQrCode code={code} size={76} className="max-tiny:size-15" />
      </div>
    </div>
  );
}

type TillQrCodeProps = { code: DonorCode; size?: number; modulePixels?: number; className?: string };

/** A QR code that opens the till on the clerk's phone. */
function TillQrCode({ code: { code }, ...qrCodeProps }: TillQrCodeProps) {
  const address = new URL(paths.redeemCode(code), window.location.origin).href;
  return <QrCode value={address} label={qrCodeFor(code)} {...qrCodeProps} />;
}

function UsesAndDays({ code, now, timeZone }: TagProps) {
  return (
    <>
      <p className="flex flex-wrap items-center justify-center gap-x-2.5 gap-y-1 font-[650] sm:justify-start">
        <UseLoops code={code} label="" size={20} />
        {usesLeft(code)}
      </p>
      <p className="t-small mt-2">
        <TimeLeft code={code} now={now} timeZone={timeZone} />
      </p>
      <GivenBack code={code} timeZone={timeZone} />
    </>
  );
}

function GivenBack({ code: { givenBackAt }, timeZone }: Pick<TagProps, 'code' | 'timeZone'>) {
  if (givenBackAt === null) return null;
  return (
    <p className="t-small mt-1.5 flex items-center justify-center gap-1.5 text-muted sm:justify-start print:hidden">
      <Undo2 size={16} className="shrink-0" aria-hidden="true" />
      {words.givenBackOn(formatInstantDay(new Date(givenBackAt), timeZone))}
    </p>
  );
}

/** A loop for each use of a code: closed if it was taken, open if it is left. */
function UseLoops({ code, label, size }: { code: DonorCode; label: string; size: number }) {
  return <Loops total={code.maxUses} closedCount={code.useCount} label={label} size={size} />;
}

function TimeLeft({ code: { expiresAt }, now, timeZone }: TagProps) {
  const expiry = new Date(expiresAt);
  const days = daysUntil(expiry, now);
  return (
    <>
      <b className="font-bold whitespace-nowrap">{words.daysLeft(days)}</b>{' '}
      <span className="whitespace-nowrap text-muted">{words.until(formatLastDay(expiry, timeZone))}</span>
    </>
  );
}

function usesLeft({ useCount, maxUses }: DonorCode): string {
  return words.usesLeft(maxUses - useCount, maxUses);
}
