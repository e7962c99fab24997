import { type ReactNode, useMemo } from 'react';
import { BagFull } from '#web/art/BagFull.tsx';
import { Bin } from '#web/art/Bin.tsx';
import { Phone } from '#web/art/Phone.tsx';
import { TagObject } from '#web/art/TagObject.tsx';
import { Logo } from '#web/ui/Wordmark.tsx';
import { qrModules } from '#web/ui/QrCode.tsx';
import type { DropBin } from './contract.ts';
import { binAddresses } from './rules.ts';
import './binPoster.css';

// The poster stays light in the dark theme too, on paper as in its preview.
const paperColours =
  'on-white [--field-ink:oklch(0.24_0.04_110)] [--field:oklch(0.875_0.115_90)] [--ink1:oklch(0.4_0.086_160)] [--ink2:oklch(0.84_0.13_88)] [--plank:oklch(0.42_0.09_160)] [--wheat:oklch(0.84_0.13_88)]';

type BinPosterProps = {
  bin: DropBin;
  publicUrl: string;
  /** The organisation's phone number or email. */
  contact: string;
};

/** The longer a bin's texts, the smaller their type, so that every poster fits on one page. */
const layouts = {
  short: {
    englishHeading: 'text-[44px]',
    frenchHeading: 'mt-4 text-[29px]',
    lowerBlock: 'mt-5 pt-3.5',
    binDetails: 'text-[13.5px] leading-[1.3]',
  },
  usual: {
    englishHeading: 'text-[38px]',
    frenchHeading: 'mt-3 text-[25px]',
    lowerBlock: 'mt-4.5 pt-3',
    binDetails: 'text-[12.5px] leading-[1.25]',
  },
  long: {
    englishHeading: 'text-[34px]',
    frenchHeading: 'mt-2 text-[23px]',
    lowerBlock: 'mt-3 pt-2.5',
    binDetails: 'text-[10.5px] leading-[1.2]',
  },
};

/** Chooses by the number of characters. The browser test of printing checks that no text is cut off. */
function chooseLayout({ name, binCode, directions }: DropBin) {
  const length = name.length + binCode.length + (directions?.length ?? 0);
  if (length > 130) return layouts.long;
  // Directions take a line of their own, however short.
  if (length > 60 || directions !== null) return layouts.usual;
  return layouts.short;
}

/** The poster that hangs on a bin: one Letter page of 816 by 1056 pixels. */
export function BinPoster({ bin, publicUrl, contact }: BinPosterProps) {
  const { name, binCode, directions } = bin;
  const addresses = binAddresses(publicUrl, bin);
  const host = publicUrl.replace(/^https?:\/\//, '');
  const layout = chooseLayout(bin);
  return (
    <article
      aria-label={`Poster of ${name}`}
      // On paper the poster is slightly shorter than the page, so that rounding never adds an empty page.
      className={`bin-poster flex h-[1056px] w-[816px] flex-col overflow-clip bg-white text-[15.5px] leading-[1.4] wrap-anywhere text-ink print-exact outline-2 outline-line [zoom:.35] lg:[zoom:.58] print:h-[1054.5px] print:break-inside-avoid print:not-first:break-before-page print:outline-none print:contain-size print:[zoom:1] ${paperColours}`}
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
      <PosterBay tint="bg-[oklch(0.945_0.028_158)]" english="Scan." french="Scannez.">
        <Phone size={152} className="me-9 -mb-[13px]" />
      </PosterBay>
      <PosterBay
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
      </PosterBay>
      <PosterBay tint="bg-[oklch(0.945_0.025_232)]" english="Save." french="Économisez.">
        <TagObject size={152} className="me-9 -mb-[13px]" />
      </PosterBay>
      <div className="flex min-h-0 flex-1 gap-[26px] border-t-14 border-plank bg-field px-14 pt-9 text-field-ink">
        <PosterCode
          value={addresses.log}
          label={`Log Donation QR code of ${name}`}
          maxModulePixels={9}
          side={344}
          className="flex-none"
        />
        <div className="min-w-0 flex-1 font-display">
          <p
            lang="en-CA"
            className={`max-w-[8em] leading-[.98] font-[750] tracking-[-.03em] ${layout.englishHeading}`}
          >
            Thirty seconds, no account.
          </p>
          <p
            lang="fr-CA"
            className={`max-w-[9em] leading-[1.06] font-[750] tracking-[-.026em] ${layout.frenchHeading}`}
          >
            Trente secondes, sans compte.
          </p>
          <div className={`border-t-2 border-current font-text ${layout.lowerBlock}`}>
            <PosterCode
              value={addresses.report}
              label={`Report Issue QR code of ${name}`}
              maxModulePixels={3}
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
            <div className={`mt-1.5 ${layout.binDetails}`}>
              <h2 className="font-text leading-[inherit] font-normal tracking-normal text-wrap">{name}</h2>
              {directions !== null && <p>{directions}</p>}
              <p>
                <b className="me-[3px] font-display font-[750] tracking-[.02em]">{binCode}</b> {`${host}/log`}
              </p>
              <p>{contact}</p>
            </div>
          </div>
        </div>
      </div>
    </article>
  );
}

type PosterBayProps = {
  tint: string;
  english: string;
  french: string;
  /** A small text above the French word. */
  aside?: ReactNode;
  children: ReactNode;
};

/** A compartment of the drawn shelf: one word in both languages, and a drawing that stands on the plank. */
function PosterBay({ tint, english, french, aside, children }: PosterBayProps) {
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

type PosterCodeProps = {
  value: string;
  label: string;
  maxModulePixels: number;
  /** The side of the square that holds the code, in pixels. A code that does not fit gets smaller modules. */
  side: number;
  /** Whether the code touches the right edge of its square, not the left one. */
  isAtEnd?: boolean;
  className: string;
};

/** A QR code on white. Its modules are whole pixels, so that they print sharply. */
function PosterCode({ value, label, maxModulePixels, side, isAtEnd = false, className }: PosterCodeProps) {
  const { path, box: moduleCount } = useMemo(() => qrModules(value), [value]);
  const modulePixels = Math.min(maxModulePixels, Math.floor(side / moduleCount));
  const width = moduleCount * modulePixels;
  const left = isAtEnd ? side - width : 0;
  return (
    <svg
      viewBox={`0 0 ${side} ${side}`}
      width={side}
      height={side}
      role="img"
      aria-label={label}
      className={className}
    >
      <rect x={left} width={width} height={width} rx={side / 18} fill="#fff" />
      <path
        d={path}
        transform={`translate(${left} 0) scale(${modulePixels})`}
        fill="#10231a"
        shapeRendering="crispEdges"
      />
    </svg>
  );
}
