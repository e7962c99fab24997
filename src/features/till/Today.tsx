import { Clock, Undo2 } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { formatInstantDay, formatTime } from '#words/formats.ts';
import { tillToday as words, undo as undoWords } from '#words/till.tsx';
import type { EndpointResponse } from '#shared/endpoint.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { lightEndpoint } from '#web/api/lightEndpoint.ts';
import { call } from '#web/api/client.ts';
import { Card } from '#web/ui/Card.tsx';
import { classNames } from '#web/ui/classNames.ts';
import { toast } from '#web/ui/toast.ts';
import { Unbroken } from '#web/ui/Unbroken.tsx';
import type { contract } from './contract.ts';
import { UNDO_MINUTES } from './rules.ts';
import { UndoButton } from './UndoButton.tsx';
import { useNow } from './useNow.ts';
import type { Till } from './useTill.ts';

type RegisteredTill = NonNullable<EndpointResponse<typeof contract.ownTill>['till']> & {
  /** How many milliseconds the site's clock is ahead of this device's. */
  clockOffset: number;
};

const ownTillEndpoint = lightEndpoint<typeof contract.ownTill>({
  method: 'GET',
  path: '/api/till',
  access: 'public',
});

/** The registered till of this browser, with its redemptions of today. Null until loaded, or if the browser is no till. */
export function useRegisteredTill() {
  const [registeredTill, setRegisteredTill] = useState<RegisteredTill | null>(null);
  const latestCall = useRef<Promise<unknown>>(null);

  function reload() {
    const thisCall = call(ownTillEndpoint, {});
    latestCall.current = thisCall;
    thisCall.then(
      ({ now, till }) => {
        const clockOffset = Date.parse(now) - Date.now();
        if (thisCall === latestCall.current) setRegisteredTill(till && { ...till, clockOffset });
      },
      () => {
        // The till can redeem without the list, so the last one stays.
      },
    );
  }

  const reloadIfVisible = useEffectEvent(() => {
    if (document.visibilityState === 'visible') reload();
  });
  useEffect(() => {
    reloadIfVisible();
    const listeners = new AbortController();
    document.addEventListener('visibilitychange', () => reloadIfVisible(), { signal: listeners.signal });
    return () => listeners.abort();
  }, []);

  return { registeredTill, reload };
}

type TodayProps = {
  registeredTill: RegisteredTill;
  /** The state of the page's forms. */
  till: Till;
  onChange: () => void;
};

/** The till's redemptions of today. Recent ones can be undone. */
export function Today({ registeredTill, till, onChange }: TodayProps) {
  const { organization, timeZone } = useSiteInfo();
  const now = useNow(registeredTill.clockOffset);
  const { redeemed, reversed, redemptions } = registeredTill;
  const figures = [
    { figure: redeemed, label: words.redeemed(redeemed) },
    { figure: reversed, label: words.reversed(reversed) },
    { figure: redeemed - reversed, label: words.net },
  ];

  function handleGivenBack(code: string, remaining: number) {
    toast({ kind: 'success', title: words.givenBack, description: words.codeGivenBack(code, remaining) });
    onChange();
    till.codeField.current?.focus();
  }

  return (
    <Card as="section" flush aria-labelledby="today" className="self-start overflow-clip">
      <div className={`flex flex-wrap items-baseline justify-between gap-x-4 pt-5 pb-3.5 ${insetClasses}`}>
        <h2 id="today" className="t-4">
          {words.heading}
        </h2>
        <p className="t-small text-muted">{formatInstantDay(new Date(now), timeZone)}</p>
      </div>
      <dl className="grid grid-cols-3 divide-x-[1.5px] divide-line border-y-[1.5px] border-line">
        {figures.map(({ figure, label }) => (
          <div
            key={label}
            className={`flex flex-col-reverse gap-x-1.5 py-2.5 sm:flex-row-reverse sm:items-baseline sm:justify-end ${insetClasses}`}
          >
            <dt className="t-small text-muted">{label}</dt>
            <dd className="font-display text-[1.75rem] leading-none font-extrabold tabular">{figure}</dd>
          </div>
        ))}
      </dl>
      {redemptions.length === 0 ? (
        <p className={`py-6 text-muted ${insetClasses}`}>{words.nothingYet}</p>
      ) : (
        <ul aria-label={words.heading} className="divide-y-[1.5px] divide-line">
          {redemptions.map((redemption) => (
            <TodayRow key={redemption.id} redemption={redemption} timeZone={timeZone}>
              <UndoButton
                redemption={{ redemptionId: redemption.id, code: redemption.code, at: redemption.at }}
                till={till}
                now={now}
                onGivenBack={({ code, remaining }) => handleGivenBack(code, remaining)}
              />
            </TodayRow>
          ))}
        </ul>
      )}
      <p className={`t-small flex gap-2.5 border-t-[1.5px] border-line py-4 text-muted ${insetClasses}`}>
        <Clock size={17} className="mt-0.5 shrink-0" aria-hidden="true" />
        <span>
          <Unbroken>{undoWords.whoGivesBack(UNDO_MINUTES, organization)}</Unbroken>
        </span>
      </p>
    </Card>
  );
}

const insetClasses = 'px-3.5 md:px-6';

type TodayRowProps = {
  redemption: RegisteredTill['redemptions'][number];
  timeZone: TimeZone;
  /** Shown beside a use that was not given back. */
  children: ReactNode;
};

function TodayRow({ redemption, timeZone, children }: TodayRowProps) {
  const { at, code, kind, reversedAt, clerk } = redemption;
  // A use that was given back has two rows: its own, with `reversedAt`, and that of its reversal.
  const isReversal = kind === 'reversed';
  return (
    <li
      className={classNames(
        'flex min-h-14 items-baseline gap-x-4 py-2 max-sm:gap-x-2.5',
        insetClasses,
        isReversal && 'bg-wheat-tint text-wheat-deep',
      )}
    >
      <span className="min-w-[4.5rem] shrink-0 whitespace-nowrap tabular">
        {formatTime(new Date(at), timeZone)}
      </span>
      <div className="flex min-h-10 min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-0.5">
        <b
          className={classNames(
            'w-[7.75rem] font-display text-[1.0625rem] tracking-[0.02em]',
            reversedAt !== null && 'text-muted',
          )}
        >
          {code}
        </b>
        {isReversal && (
          <span className="flex items-center gap-2 font-semibold">
            <Undo2 size={16} aria-hidden="true" />
            {words.givenBack}
          </span>
        )}
        {clerk !== null && (
          <span className="min-w-0 wrap-anywhere">{isReversal ? words.by(clerk) : clerk}</span>
        )}
        {reversedAt !== null && (
          <span className="t-small text-muted sm:ms-auto">
            {words.undone(formatTime(new Date(reversedAt), timeZone))}
          </span>
        )}
        {!isReversal && reversedAt === null && (
          <div className="ms-auto flex items-center gap-3.5 empty:hidden has-[form]:w-full max-sm:w-full">
            {children}
          </div>
        )}
      </div>
    </li>
  );
}
