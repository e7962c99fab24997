import { Ban, CalendarPlus, CheckCheck } from 'lucide-react';
import { formatLastDay } from '#words/dates.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { PersonLink } from '#web/console/PersonLink.tsx';
import { Button } from '#web/ui/Button.tsx';
import { StatusPill } from '#web/ui/Pill.tsx';
import { ownerName, termsOf } from './codeWords.ts';
import type { CodeRow } from './contract.ts';
import { displayStatus, whyNotMarkable, whyNotRevocable } from './rules.ts';

/** What the table and the cards have in common. */
export type CodeListProps = {
  codes: readonly CodeRow[];
  /** When the list was read: what has expired goes by this. */
  now: Date;
  timeZone: TimeZone;
  onMarkUsed: (code: CodeRow) => void;
  onExtend: (code: CodeRow) => void;
  onRevoke: (code: CodeRow) => void;
};

export function CodeStatus({ code, now }: { code: CodeRow; now: Date }) {
  return <StatusPill status={displayStatus(termsOf(code), now)} size="small" />;
}

/** The last day of a code. */
export function expiryDay(code: CodeRow, timeZone: TimeZone): string {
  return formatLastDay(new Date(code.expires_at), timeZone);
}

/** Whose a code is: their sheet opens on it. Of whoever was removed there is nothing to open. */
export function OwnerLink({ code, className }: { code: CodeRow; className?: string | undefined }) {
  if (code.participant_removed_at !== null) {
    return <span className="font-normal text-muted">{ownerName(code)}</span>;
  }
  return (
    <PersonLink id={code.participant_id} row={`code-${code.id}`} className={className}>
      {ownerName(code)}
    </PersonLink>
  );
}

type CodeActionsProps = Omit<CodeListProps, 'codes' | 'timeZone'> & {
  code: CodeRow;
  size: 'row' | 'small';
};

/** What may be done with a code now; what may not says why. */
export function CodeActions({ code, now, size, onMarkUsed, onExtend, onRevoke }: CodeActionsProps) {
  const whyNot = whyNotRevocable(termsOf(code)) ?? undefined;
  return (
    <>
      <Button
        kind={size === 'row' ? 'ghost' : 'outline'}
        size={size}
        icon={CheckCheck}
        disabledReason={whyNotMarkable(termsOf(code), now) ?? undefined}
        onClick={() => onMarkUsed(code)}
      >
        Mark used
      </Button>
      <Button
        kind={size === 'row' ? 'ghost' : 'outline'}
        size={size}
        icon={CalendarPlus}
        disabledReason={whyNot}
        onClick={() => onExtend(code)}
      >
        Extend
      </Button>
      <Button kind="clayGhost" size={size} icon={Ban} disabledReason={whyNot} onClick={() => onRevoke(code)}>
        Revoke
      </Button>
    </>
  );
}
