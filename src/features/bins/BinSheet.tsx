import { type ReactNode, useMemo } from 'react';
import { BagFull } from '#web/art/BagFull.tsx';
import { Bin } from '#web/art/Bin.tsx';
import { Phone } from '#web/art/Phone.tsx';
import { TagObject } from '#web/art/TagObject.tsx';
import { Logo } from '#web/ui/Wordmark.tsx';
import { qrModules } from '#web/ui/QrCode.tsx';
import type { DropBin } from './contract.ts';
import { binAddresses } from './rules.ts';
import './binSheet.css';

// Paper has no dark theme, nor has its preview on the screen.
const paperColours =
  'on-white [--field-ink:oklch(0.24_0.04_110)] [--field:oklch(0.875_0.115_90)] [--ink1:oklch(0.4_0.086_160)] [--ink2:oklch(0.84_0.13_88)] [--plank:oklch(0.42_0.09_160)] [--wheat:oklch(0.84_0.13_88)]';

type BinSheetProps = {
  bin: DropBin;
  publicUrl: string;
  /** The organisation's phone number or email. */
  contact: string;
};

/** The longer a bin's texts, the smaller the type: every poster is one page. */
const layouts = {
  short: {
    english: 'text-[44px]',
    french: 'mt-4 text-[29px]',
    below: 'mt-5 pt-3.5',
    bin: 'text-[13.5px] leading-[1.3]',
  },
  usual: {
    english: 'text-[38px]',
    french: 'mt-3 text-[25px]',
    below: 'mt-4.5 pt-3',
    bin: 'text-[12.5px] leading-[1.25]',
  },
  long: {
    english: 'text-[34px]',
    french: 'mt-2 text-[23px]',
    below: 'mt-3 pt-2.5',
    bin: 'text-[10.5px] leading-[1.2]',
  },
};

function layoutOf({ name, binCode, directions }: DropBin) {
  const length = name.length + binCode.length + (directions?.length ?? 0);
  if (length > 130) return layouts.long;
  return length > 60 || directions !== null ? layouts.usual : layouts.short;
}

/** The poster that hangs on a bin: one Letter page of 816 by 1056 pixels. */
export function BinSheet({ bin, publicUrl, contact }: BinSheetProps) {
  const { name, binCode, directions } = bin;
  const { log, report } = binAddresses(publicUrl, bin);
  const site = publicUrl.replace(/^https?:\/\//, '');
  const layout = layoutOf(bin);
  return (
    <article
      aria-label={`Sheet of ${name}`}
      // On paper slightly less than the page, so that rounding never adds an empty one.
      className={`bin-sheet flex h-[1056px] w-[816px] flex-col overflow-clip bg-white text-[15.5px] leading-[1.4] wrap-anywhere text-ink print-exact outline-2 outline-line [zoom:.35] lg:[zoom:.58] print:h-[1054.5px] print:break-inside-avoid print:not-first:break-before-page print:outline-none print:contain-size print:[zoom:1] ${paperColours}`}
    >
      <header className="flex h-[100px] flex-none items-center justify-between px-14">
        <span className="flex items-center gap-[15px] font-display text-[37px] font-extrabold tracking-[-.038em] [&>svg]:size-11">
          <Logo />
          ReRound
        </span>
        <p className="text-end text-[17px]">
          <b lang="en-CA" className="block font-[650]">
            Give what you no longer use
          </b>
          <span lang="fr-CA" className="block">
            Donnez ce qui ne vous sert plus
          </span>
        </p>
      </header>
      <Bay tint="bg-[oklch(0.945_0.028_158)]" english="Scan." french="Scannez.">
        <Phone size={152} className="me-9 -mb-[13px]" />
      </Bay>
      <Bay
        tint="bg-[oklch(0.955_0.048_92)]"
        english="Drop."
        french="Déposez."
        aside={
          <>
            <p lang="en-CA" className="font-bold">
              After logging, write the mark on your bag.
            </p>
            <p lang="fr-CA">Après l’inscription, écrivez la marque sur votre sac.</p>
          </>
        }
      >
        <BagFull size={104} className="-me-[7px] -mb-[8.6px]" />
        <Bin size={156} className="-mb-[13px]" />
      </Bay>
      <Bay tint="bg-[oklch(0.945_0.025_232)]" english="Save." french="Économisez.">
        <TagObject size={152} className="me-9 -mb-[13px]" />
      </Bay>
      <div className="flex min-h-0 flex-1 gap-[26px] border-t-14 border-plank bg-field px-14 pt-9 text-field-ink">
        <Code
          value={log}
          label={`Log Donation QR code of ${name}`}
          modulePixels={9}
          side={344}
          className="flex-none"
        />
        <div className="min-w-0 flex-1 font-display">
          <p
            lang="en-CA"
            className={`max-w-[8em] leading-[.98] font-[750] tracking-[-.03em] ${layout.english}`}
          >
            Thirty seconds, no account.
          </p>
          <p
            lang="fr-CA"
            className={`max-w-[9em] leading-[1.06] font-[750] tracking-[-.026em] ${layout.french}`}
          >
            Trente secondes, sans compte.
          </p>
          <div className={`border-t-2 border-current font-text ${layout.below}`}>
            <Code
              value={report}
              label={`Report Issue QR code of ${name}`}
              modulePixels={3}
              side={135}
              isAtEnd
              className="float-right ms-1"
            />
            <p lang="en-CA">
              <b className="block font-bold">Full or broken?</b>
              Scan the small one.
            </p>
            <p lang="fr-CA">
              <b className="block font-bold">Plein ou brisé&nbsp;?</b>
              Scannez le petit.
            </p>
            <div className={`mt-1.5 ${layout.bin}`}>
              <h2 className="font-text leading-[inherit] font-normal tracking-normal text-wrap">{name}</h2>
              {directions !== null && <p>{directions}</p>}
              <p>
                <b className="me-[3px] font-display font-[750] tracking-[.02em]">{binCode}</b> {`${site}/log`}
              </p>
              <p>{contact}</p>
            </div>
          </div>
        </div>
      </div>
    </article>
  );
}

type BayProps = {
  tint: string;
  english: string;
  french: string;
  /** A small text above the French word. */
  aside?: ReactNode;
  children: ReactNode;
};

/** A compartment of the shelf: one word in both languages, and its drawing on the plank below. */
function Bay({ tint, english, french, aside, children }: BayProps) {
  return (
    <div
      className={`relative grid h-[178px] flex-none grid-cols-[298px_auto_1fr] items-baseline border-t-14 border-plank ps-[54px] pe-9 font-display ${tint}`}
    >
      <p lang="en-CA" className="pt-[38px] text-[116px] leading-none font-extrabold tracking-[-.055em]">
        {english}
      </p>
      <p
        lang="fr-CA"
        className="text-[41px] leading-none font-[780] tracking-[-.03em] whitespace-nowrap text-spruce"
      >
        {french}
      </p>
      {aside && (
        <div className="absolute top-2.5 left-[352px] w-[200px] font-text text-[15px] leading-[1.3] *:text-balance">
          {aside}
        </div>
      )}
      <span className="relative z-1 flex items-end justify-end self-end">{children}</span>
    </div>
  );
}

type CodeProps = {
  value: string;
  label: string;
  modulePixels: number;
  /** Pixels for the code with its quiet zone. A longer link gets smaller modules, of whole pixels. */
  side: number;
  isAtEnd?: boolean;
  className: string;
};

/** A code on white, in a square of `side` pixels of the page. */
function Code({ value, label, modulePixels, side, isAtEnd = false, className }: CodeProps) {
  const { path, box } = useMemo(() => qrModules(value), [value]);
  const pixels = Math.min(modulePixels, Math.floor(side / box));
  const left = isAtEnd ? side - box * pixels : 0;
  return (
    <svg
      viewBox={`0 0 ${side} ${side}`}
      width={side}
      height={side}
      role="img"
      aria-label={label}
      className={className}
    >
      <rect x={left} width={box * pixels} height={box * pixels} rx={side / 18} fill="#fff" />
      <path
        d={path}
        transform={`translate(${left} 0) scale(${pixels})`}
        fill="#10231a"
        shapeRendering="crispEdges"
      />
    </svg>
  );
}
