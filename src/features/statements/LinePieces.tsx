import { Flag, MessageSquareText, Undo2 } from 'lucide-react';
import type { TimeZone } from '#shared/timeZone.ts';
import { Button } from '#web/ui/Button.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import * as words from '#words/statementLine.ts';
import type { Dispute } from './contract.ts';
import { lineName, type ToldLine, wordsOf } from './toldLines.ts';

/** What can be done with a line, by whoever looks at it. */
export interface LineAction {
  label: string;
  mayAct: (line: ToldLine) => boolean;
  act: (line: ToldLine) => void;
}

export type LinesProps = {
  lines: readonly ToldLine[];
  timeZone: TimeZone;
  /** Who looks at them. */
  reader: 'office' | 'store';
  action: LineAction;
};

type LineContext = Omit<LinesProps, 'lines'>;

/** What a line tells, and what store and office say of it. */
export function LineWords({ line, context: { timeZone, reader } }: { line: ToldLine; context: LineContext }) {
  const { first, rest } = wordsOf(line, timeZone);
  const { kind, givenBackAt, dispute } = line;
  return (
    <>
      <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-0.5 py-0.5">
        {kind === 'reversed' ? (
          <span className="inline-flex items-center gap-2.5">
            <Undo2 size={15} aria-hidden="true" className="shrink-0" />
            <span>
              <b className="font-[650]">{first}</b>
              {rest}
            </span>
          </span>
        ) : (
          <span className={givenBackAt === null ? undefined : 'text-muted'}>
            {first}
            {rest}
          </span>
        )}
        {dispute && dispute.answer === null && (
          <Pill tone="clay" icon={Flag} size="small">
            {words.saidNotOurs[reader]}
          </Pill>
        )}
        {dispute && dispute.answer !== null && (
          <Pill tone="sunk" icon={MessageSquareText} size="small">
            {words.answered}
          </Pill>
        )}
      </span>
      {dispute && <DisputeWords dispute={dispute} reader={reader} />}
    </>
  );
}

/** What was said of a line. What the office has to answer stands beside the lines, and not here too. */
function DisputeWords({
  dispute: { note, answer },
  reader,
}: {
  dispute: Dispute;
  reader: LinesProps['reader'];
}) {
  if (answer === null && (note === null || reader === 'office')) return null;
  return (
    <span className="block pb-1.5 text-[0.84375rem] leading-[1.4] text-muted wrap-anywhere">
      {note !== null && <span className="block">{words.storeWrote[reader](note)}</span>}
      {answer !== null && <span className="block">{words.officeWrote(answer)}</span>}
    </span>
  );
}

/** The button that does it, where it can be done. */
export function LineButton({
  line,
  context: { action, timeZone },
  size,
}: {
  line: ToldLine;
  context: LineContext;
  size: 'row' | 'small';
}) {
  if (!action.mayAct(line)) return null;
  return (
    <Button
      kind="quiet"
      size={size}
      className="px-3 whitespace-nowrap max-md:min-h-11 pointer-coarse:min-h-11"
      onClick={() => action.act(line)}
    >
      {action.label}
      <span className="sr-only">, {lineName(line, timeZone)}</span>
    </Button>
  );
}
