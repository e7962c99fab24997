import { HandHeart, TriangleAlert } from 'lucide-react';
import { Mark } from '#web/ui/Mark.tsx';
import { QrCode } from '#web/ui/QrCode.tsx';
import type { DropBin } from './contract.ts';
import type { Paper } from './paper.ts';
import { binAddresses } from './rules.ts';
import './binSheet.css';

type BinSheetProps = { bin: DropBin; paper: Paper; publicUrl: string };

/** What hangs on a bin, one page of it: who and where it is, and what each of its two codes does. */
export function BinSheet({ bin, paper, publicUrl }: BinSheetProps) {
  const { name, location, binCode } = bin;
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
          <span>Close the Loop. Open a Future.</span>
        </header>
        <h2 className="bin-sheet-name" data-length={lengthOf(name, 16, 44)}>
          {name}
        </h2>
        <p className="bin-sheet-place" data-length={lengthOf(location + binCode, 80, 80)}>
          <span>{location}</span>
          <span className="bin-sheet-code">{binCode}</span>
        </p>
        <div className="bin-sheet-ways">
          <section className="bin-sheet-way" data-way="log">
            <h3 className="bin-sheet-way-title">
              <HandHeart aria-hidden="true" />
              Log Donation
            </h3>
            <QrCode value={log} label={`Log Donation QR code of ${name}`} className="bin-sheet-qr" />
            <p className="bin-sheet-way-text">
              <b>Giving something?</b>
              Scan this, and your phone opens our form with this bin filled in. Once we confirm your donation
              you earn a reward code for partner thrift stores.
            </p>
          </section>
          <section className="bin-sheet-way" data-way="report">
            <h3 className="bin-sheet-way-title">
              <TriangleAlert aria-hidden="true" />
              Report Issue
            </h3>
            <QrCode value={report} label={`Report Issue QR code of ${name}`} className="bin-sheet-qr" />
            <p className="bin-sheet-way-text">
              <b>Bin full or damaged?</b>
              Scan this and tell us in a few words. We come to empty or mend it. You need not give your name.
            </p>
          </section>
        </div>
        <p className="bin-sheet-foot">
          {'No camera? Log your donation at '}
          <b>{`${site}/log`}</b>
          {' and name the bin: '}
          <b>{binCode}</b>
        </p>
      </article>
    </div>
  );
}

function lengthOf(text: string, short: number, middling: number): 'short' | 'middling' | 'long' {
  if (text.length <= short) return 'short';
  return text.length <= middling ? 'middling' : 'long';
}
