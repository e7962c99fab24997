import { Clock, Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { formatInstantDay, formatTime } from '#words/formats.ts';
import { tillToday as words, undo as undoWords } from '#words/till.tsx';
import type { TimeZone } from '#shared/timeZone.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { classNames } from '#web/ui/classNames.ts';
import { toast } from '#web/ui/toast.ts';
import type { OwnRedemption } from './contract.ts';
import { GiveBack } from './GiveBack.tsx';
import { UNDO_MINUTES, undoUntil } from './rules.ts';
import { secondsUntil, useNow } from './timeLeft.ts';
import type { OwnTill } from './useOwnTill.ts';

type TodayProps = {
  till: OwnTill;
  /** The PIN where it is kept; else whoever gives a use back is asked for it. */
  keptPin: string;
  clerk: string;
  onChange: () => void;
};

/** What a known till redeemed today, with a way back for what was redeemed just now. */
export function Today({ till, ...giving }: TodayProps) {
  const { organization, timeZone } = useSiteInfo();
  const now = useNow(till.ahead);
  const figures = [
    [till.redeemed, words.redeemed(till.redeemed)],
    [till.reversed, words.reversed(till.reversed)],
    [till.redeemed - till.reversed, words.net],
  ] as const;
  return (
    <Card as="section" flush aria-labelledby="today" className="self-start overflow-clip">
      <div className={`flex flex-wrap items-baseline justify-between gap-x-4 pt-5 pb-3.5 ${inset}`}>
        <h2 id="today" className="t-4">
          {words.heading}
        </h2>
        <p className="t-small text-muted">{formatInstantDay(new Date(now), timeZone)}</p>
      </div>
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
        {undoWords.whoGivesBack(UNDO_MINUTES, organization)}
      </p>
    </Card>
  );
}

/** Between an edge and the words. */
const inset = 'px-3.5 md:px-6';

type TodayRowProps = Omit<TodayProps, 'till'> & {
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
              <span className="t-small text-muted tabular">
                {undoWords.timeLeft(undoWords.clock(secondsLeft))}
              </span>
              <Button
                ref={undoButton}
                kind="outline"
                size="small"
                icon={Undo2}
                onClick={() => setAsking(true)}
              >
                {undoWords.undo}
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
