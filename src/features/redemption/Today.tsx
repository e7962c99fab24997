import { Clock, History, Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { formatInstantDay, formatTime } from '#words/dates.ts';
import * as words from '#words/tillToday.ts';
import { clock, timeLeft, undo, whoGivesBack } from '#words/undo.tsx';
import type { TimeZone } from '#shared/timeZone.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { classNames } from '#web/ui/classNames.ts';
import { SideSheet } from '#web/ui/SideSheet.tsx';
import { toast } from '#web/ui/toast.ts';
import { useMediaQuery } from '#web/ui/useMediaQuery.ts';
import type { OwnRedemption } from './contract.ts';
import { GiveBack } from './GiveBack.tsx';
import { UNDO_MINUTES, undoUntil } from './rules.ts';
import { secondsUntil, useNow } from './timeLeft.ts';
import type { OwnTill } from './useOwnTill.ts';

export type TodayProps = {
  till: OwnTill;
  /** The PIN where it is kept; else whoever gives a use back is asked for it. */
  keptPin: () => string;
  clerk: string;
  onChange: () => void;
  /** The field beside it takes the next code. */
  onGoOn: () => void;
};

/** Where there is room for it beside the field. */
const WIDE = '(width >= 60rem)';

/** What a known till redeemed today, with a way back for what was redeemed just now. */
export function Today(props: TodayProps) {
  const isWide = useMediaQuery(WIDE);
  const [isOpen, setOpen] = useState(false);
  if (isWide) return <TodayCard {...props} />;
  return (
    <>
      <Button kind="outline" icon={History} onClick={() => setOpen(true)}>
        {words.today}
        <span className="sr-only">{words.atThisTill}</span>
      </Button>
      {isOpen && <TodaySheet {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function TodayCard(props: TodayProps) {
  const { timeZone } = useSiteInfo();
  return (
    <Card as="section" flush aria-labelledby="today" className="self-start overflow-clip">
      <div className={`flex flex-wrap items-baseline justify-between gap-x-4 pt-5 pb-3.5 ${inset}`}>
        <h2 id="today" className="t-4">
          {words.heading}
        </h2>
        <p className="t-small text-muted">{today(props.till, timeZone)}</p>
      </div>
      <TodayList
        {...props}
        onChange={() => {
          props.onChange();
          props.onGoOn();
        }}
        timeZone={timeZone}
      />
    </Card>
  );
}

function TodaySheet({ onClose, ...props }: TodayProps & { onClose: () => void }) {
  const { timeZone } = useSiteInfo();
  return (
    <SideSheet
      title={words.heading}
      head={<p className="t-small text-muted">{today(props.till, timeZone)}</p>}
      onClose={onClose}
    >
      {/* From edge to edge, under the line of the sheet's head. */}
      <div className="-mx-3.5 -mt-[11.5px] md:-mx-6">
        <TodayList {...props} timeZone={timeZone} />
      </div>
    </SideSheet>
  );
}

function today({ ahead }: OwnTill, timeZone: TimeZone): string {
  return formatInstantDay(new Date(Date.now() + ahead), timeZone);
}

function TodayList({ till, timeZone, ...giving }: TodayProps & { timeZone: TimeZone }) {
  const { organization } = useSiteInfo();
  const now = useNow(till.ahead);
  const figures = [
    [till.redeemed, words.redeemed(till.redeemed)],
    [till.reversed, words.reversed(till.reversed)],
    [till.redeemed - till.reversed, words.net],
  ] as const;
  return (
    <>
      <dl className="grid grid-cols-3 divide-x-[1.5px] divide-line border-y-[1.5px] border-line">
        {figures.map(([figure, label]) => (
          <div
            key={label}
            className={`flex flex-col-reverse gap-x-1.5 py-2.5 sm:flex-row-reverse sm:items-baseline sm:justify-end ${inset}`}
          >
            <dt className="t-small text-muted">{label}</dt>
            <dd className="font-display text-[1.75rem] leading-none font-extrabold tabular">{figure}</dd>
          </div>
        ))}
      </dl>
      {till.redemptions.length === 0 ? (
        <p className={`py-6 text-muted ${inset}`}>{words.nothingYet}</p>
      ) : (
        <ul aria-label={words.heading} className="divide-y-[1.5px] divide-line">
          {till.redemptions.map((redemption) => (
            <TodayRow
              key={redemption.id}
              redemption={redemption}
              secondsLeft={
                redemption.kind === 'redeemed' && redemption.reversedAt === null
                  ? secondsUntil(undoUntil(redemption.at), now)
                  : 0
              }
              timeZone={timeZone}
              {...giving}
            />
          ))}
        </ul>
      )}
      <p className={`t-small flex gap-2.5 border-t-[1.5px] border-line py-4 text-muted ${inset}`}>
        <Clock size={17} className="mt-0.5 shrink-0" aria-hidden="true" />
        {whoGivesBack(UNDO_MINUTES, organization)}
      </p>
    </>
  );
}

/** Between an edge and the words, in the sheet as beside the field. */
const inset = 'px-3.5 md:px-6';

type TodayRowProps = Omit<TodayProps, 'till' | 'onGoOn'> & {
  redemption: OwnRedemption;
  /** 0 where the till cannot give it back. */
  secondsLeft: number;
  timeZone: TimeZone;
};

function TodayRow({ redemption, secondsLeft, timeZone, keptPin, clerk, onChange }: TodayRowProps) {
  const { id, at, code, kind, reversedAt, clerk: by } = redemption;
  const [isAsking, setAsking] = useState(false);
  const undoButton = useRef<HTMLButtonElement>(null);
  const isReversal = kind === 'reversed';

  function keep() {
    flushSync(() => setAsking(false));
    undoButton.current?.focus();
  }

  return (
    <li
      className={classNames(
        'py-2',
        inset,
        secondsLeft > 0 ? 'min-h-16' : 'min-h-14',
        isReversal && 'bg-wheat-tint text-wheat-deep',
      )}
    >
      <div className="flex items-baseline gap-x-4 max-sm:gap-x-2.5">
        <span className="w-[4.5rem] shrink-0 tabular">{formatTime(new Date(at), timeZone)}</span>
        {/* What finds no room beside the code stands under it. */}
        <div className="flex min-h-10 min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-0.5">
          <b
            className={classNames(
              'w-[7.75rem] font-display text-[1.0625rem] tracking-[0.02em]',
              reversedAt !== null && 'text-muted',
            )}
          >
            {code}
          </b>
          {isReversal ? (
            <span className="flex items-center gap-2 font-semibold">
              <Undo2 size={16} aria-hidden="true" />
              {words.givenBack}
            </span>
          ) : (
            by !== null && <span className="min-w-0 wrap-anywhere">{by}</span>
          )}
          {isReversal && by !== null && (
            <span className="t-small wrap-anywhere sm:ms-auto">{words.by(by)}</span>
          )}
          {reversedAt !== null && (
            <span className="t-small text-muted sm:ms-auto">
              {words.undone(formatTime(new Date(reversedAt), timeZone))}
            </span>
          )}
          {secondsLeft > 0 && !isAsking && (
            <span className="ms-auto flex items-center gap-3.5 max-sm:w-full max-sm:justify-between">
              <span className="t-small text-muted tabular">{timeLeft(clock(secondsLeft))}</span>
              <Button
                ref={undoButton}
                kind="outline"
                size="small"
                icon={Undo2}
                onClick={() => setAsking(true)}
              >
                {undo}
                <span className="sr-only"> {code}</span>
              </Button>
            </span>
          )}
        </div>
      </div>
      {isAsking && (
        <div className="pt-1 pb-2.5">
          <GiveBack
            code={code}
            redemptionId={id}
            keptPin={keptPin}
            clerk={clerk}
            onKeep={keep}
            onGivenBack={({ remaining }) => {
              setAsking(false);
              toast({
                kind: 'success',
                title: words.givenBack,
                description: words.codeGivenBack(code, remaining),
              });
              onChange();
            }}
          />
        </div>
      )}
    </li>
  );
}
