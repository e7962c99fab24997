import { Ban, CalendarPlus, CheckCheck, Plus } from 'lucide-react';
import { useState } from 'react';
import { termsOf } from '#features/rewards/codeWords.ts';
import { type CodeRow, contract as rewards } from '#features/rewards/contract.ts';
import { displayStatus } from '#features/rewards/rules.ts';
import type { Day } from '#shared/dates.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { KeyHint } from '#web/console/KeyButton.tsx';
import { useMayCall } from '#web/console/useMayCall.ts';
import { Button } from '#web/ui/Button.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Loops } from '#web/ui/Loops.tsx';
import { StatusPill } from '#web/ui/Pill.tsx';
import { SheetRow, SheetSection } from './SheetRow.tsx';
import { shortLastDay, type Sheet } from './sheetWords.ts';

/** More loops than these say less than the words beside them. */
const MOST_LOOPS = 3;

type CodesProps = {
  codes: Sheet['codes'];
  /** When they were read: what has ended goes by this. */
  now: Date;
  today: Day;
  timeZone: TimeZone;
  /** The rows that the sheet may begin on. */
  startsOn: readonly string[];
  onAdd: () => void;
  onMarkUsed: (code: CodeRow) => void;
  onExtend: (code: CodeRow) => void;
  onRevoke: (code: CodeRow) => void;
};

/** The codes that a till takes, and on demand those that ended. */
export function Codes({ codes, now, startsOn, onAdd, ...rest }: CodesProps) {
  const { items } = codes;
  const mayCall = useMayCall();
  const statusOf = (code: CodeRow) => displayStatus(termsOf(code), now);
  const usable = items.filter((code) => statusOf(code) === 'active');
  const ended = items.filter((code) => statusOf(code) !== 'active');
  const [all, setAll] = useState(() => ended.some(({ id }) => startsOn.includes(rowOf(id))));
  return (
    <SheetSection
      title="Codes"
      count={
        <>
          {codes.usable} usable{codes.ended > 0 && ', '}
          {codes.ended > 0 &&
            (all || ended.length === 0 ? (
              `${codes.ended} ended`
            ) : (
              <button
                type="button"
                onClick={() => setAll(true)}
                className="cursor-pointer rounded-shelf underline decoration-line underline-offset-4 hover:text-ink max-md:min-h-11"
              >
                {codes.ended} ended
              </button>
            ))}
        </>
      }
      end={
        mayCall(rewards.createCode) && (
          <Button kind="ghost" size="row" icon={Plus} onClick={onAdd} className="-me-2.5 max-md:min-h-11">
            Add code
          </Button>
        )
      }
    >
      <ul aria-label="Codes">
        {usable.map((code) => (
          <UsableCode key={code.id} code={code} {...rest} />
        ))}
        {all &&
          ended.map((code) => <EndedCode key={code.id} code={code} status={statusOf(code)} {...rest} />)}
      </ul>
    </SheetSection>
  );
}

function rowOf(codeId: number): string {
  return `code-${codeId}`;
}

type UsableCodeProps = { code: CodeRow } & Omit<CodesProps, 'codes' | 'now' | 'startsOn' | 'onAdd'>;

const row = 'flex min-h-10 flex-wrap items-center gap-x-4.5 border-line py-1 sm:flex-nowrap sm:py-0';

function UsableCode({ code, today, timeZone, onMarkUsed, onExtend, onRevoke }: UsableCodeProps) {
  const mayCall = useMayCall();
  const { id, use_count: used, max_uses: most, expires_at: end, partner_name: partner } = code;
  return (
    <SheetRow as="li" row={rowOf(id)} className="[&+&>*]:border-t-[1.5px]">
      <div className={row}>
        <Code>{code.code}</Code>
        {most <= MOST_LOOPS && <Loops total={most} closed={used} label="" size={19} className="gap-1!" />}
        <span className="min-w-0 flex-1 max-sm:basis-full sm:truncate">
          {most - used} of {most} uses, until {shortLastDay(end, timeZone, today)}
          {partner !== null && `, only at ${partner}`}
        </span>
        <span className="flex shrink-0 items-center gap-0.5 max-sm:w-full max-sm:justify-between sm:-me-2.5">
          <span className="flex opacity-0 max-sm:-ms-3.5 max-sm:opacity-100 group-hover/keys:opacity-100 group-focus-within/keys:opacity-100 pointer-coarse:opacity-100">
            {mayCall(rewards.markCodeUsed) && (
              <RowIcon
                icon={CheckCheck}
                label={`Mark ${code.code} as used`}
                onClick={() => onMarkUsed(code)}
              />
            )}
            {mayCall(rewards.extendCode) && (
              <RowIcon
                icon={CalendarPlus}
                label={`Extend ${code.code}`}
                keys="e"
                onClick={() => onExtend(code)}
              />
            )}
            {mayCall(rewards.revokeCode) && (
              <RowIcon icon={Ban} label={`Revoke ${code.code}`} keys="r" onClick={() => onRevoke(code)} />
            )}
          </span>
          {mayCall(rewards.codes) && (
            <CopyButton
              text={code.code}
              kind="ghost"
              size="row"
              keys={{ key: 'c', hint: <KeyHint>c</KeyHint> }}
            />
          )}
        </span>
      </div>
    </SheetRow>
  );
}

type EndedCodeProps = Pick<UsableCodeProps, 'code' | 'today' | 'timeZone'> & {
  status: ReturnType<typeof displayStatus>;
};

function EndedCode({ code, status, today, timeZone }: EndedCodeProps) {
  const { id, use_count: used, max_uses: most, expires_at: end } = code;
  return (
    <SheetRow as="li" row={rowOf(id)} className="[&+&>*]:border-t-[1.5px]">
      <div className={`${row} text-muted`}>
        <Code>{code.code}</Code>
        <span className="min-w-0 flex-1 sm:truncate">
          {used} of {most} used, {status === 'expired' ? 'ended' : 'until'}{' '}
          {shortLastDay(end, timeZone, today)}
        </span>
        <StatusPill status={status} size="small" />
      </div>
    </SheetRow>
  );
}

function Code({ children }: { children: string }) {
  return <b className="shrink-0 t-code-row text-base sm:min-w-27">{children}</b>;
}

type RowIconProps = Pick<Parameters<typeof IconButton>[0], 'icon' | 'label' | 'onClick'> & {
  keys?: string | undefined;
};

function RowIcon({ keys, ...button }: RowIconProps) {
  return (
    <IconButton {...button} tooltip kind="quiet" size="row" data-key={keys} className="max-md:size-11" />
  );
}
