import { type ReactNode, useMemo } from 'react';
import { BagFull } from '#web/art/BagFull.tsx';
import { Bin } from '#web/art/Bin.tsx';
import { Phone } from '#web/art/Phone.tsx';
import { TagObject } from '#web/art/TagObject.tsx';
import { Mark } from '#web/ui/Mark.tsx';
import { qrModules } from '#web/ui/qrModules.ts';
import type { DropBin } from './contract.ts';
import type { Paper } from './paper.ts';
import { binAddresses } from './rules.ts';
import './binSheet.css';

type BinSheetProps = { bin: DropBin; paper: Paper; publicUrl: string };

/** The poster that hangs on a bin, one page of it: what to do, the code to scan, and small which bin it is. */
export function BinSheet({ bin, paper, publicUrl }: BinSheetProps) {
  const { name, binCode } = bin;
  const { log, report } = binAddresses(publicUrl, bin);
  const site = publicUrl.replace(/^https?:\/\//, '');
  return (
    <div className="bin-sheet-frame">
      <article className="bin-sheet" data-paper={paper} aria-label={`Sheet of ${name}`}>
        <header className="bin-sheet-head">
          <span className="bin-sheet-brand">
            <Mark />
            ReRound
          </span>
          <p className="bin-sheet-call">
            <b lang="en-CA">Give what you no longer use</b>
            <span lang="fr-CA">Donnez ce qui ne vous sert plus</span>
          </p>
        </header>
        <Bay tint="spruce" english="Scan." french="Scannez.">
          <Phone size={152} className="bin-sheet-object" />
        </Bay>
        <Bay tint="wheat" english="Drop." french="Déposez.">
          <BagFull size={104} className="bin-sheet-object" />
          <Bin size={156} className="bin-sheet-object" />
        </Bay>
        <Bay tint="sky" english="Save." french="Économisez.">
          <TagObject size={152} className="bin-sheet-object" />
        </Bay>
        <div className="bin-sheet-slab" data-length={name.length + binCode.length > 60 ? 'long' : 'short'}>
          <Code value={log} label={`Log Donation QR code of ${name}`} modulePixels={9} side={344} />
          <div className="bin-sheet-words">
            <p className="bin-sheet-promise" lang="en-CA">
              Thirty seconds, no account.
            </p>
            <p className="bin-sheet-promise" lang="fr-CA">
              Trente secondes, sans compte.
            </p>
            <div className="bin-sheet-small">
              <Code
                value={report}
                label={`Report Issue QR code of ${name}`}
                modulePixels={3}
                side={135}
                isAtEnd
              />
              <p lang="en-CA">
                <b>Full or broken?</b>
                Scan the small one.
              </p>
              <p lang="fr-CA">
                <b>Plein ou brisé&nbsp;?</b>
                Scannez le petit.
              </p>
              <div className="bin-sheet-bin">
                <h2>{name}</h2>
                <p>
                  <b>{binCode}</b> {`${site}/log`}
                </p>
              </div>
            </div>
          </div>
        </div>
      </article>
    </div>
  );
}

type BayProps = { tint: 'spruce' | 'wheat' | 'sky'; english: string; french: string; children: ReactNode };

/** A compartment of the shelf: one word, and what stands for it. */
function Bay({ tint, english, french, children }: BayProps) {
  return (
    <div className="bin-sheet-bay" data-tint={tint}>
      <p lang="en-CA">{english}</p>
      <p lang="fr-CA">{french}</p>
      <span className="bin-sheet-objects">{children}</span>
    </div>
  );
}

type CodeProps = {
  value: string;
  label: string;
  modulePixels: number;
  /** The most that the code may take with its quiet zone: of a longer link the modules are smaller by whole pixels. */
  side: number;
  isAtEnd?: boolean | undefined;
};

/** A code on white, in a square of `side` pixels of the page. */
function Code({ value, label, modulePixels, side, isAtEnd = false }: CodeProps) {
  const { path, box } = useMemo(() => qrModules(value), [value]);
  const pixels = Math.min(modulePixels, Math.floor(side / box));
  const left = isAtEnd ? side - box * pixels : 0;
  return (
    <svg
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={label}
      className={isAtEnd ? 'bin-sheet-report' : 'bin-sheet-log'}
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
