import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { formatInstantDay } from '#words/formats.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { TagObject } from '#web/art/TagObject.tsx';
import { paths } from '#web/paths.ts';
import { Card } from '#web/ui/Card.tsx';
import { EmptyState } from '#web/ui/Shelf.tsx';
import { Ring } from '#web/ui/Ring.tsx';
import { StatusPill } from '#web/ui/Pill.tsx';
import { rewardCodes as words } from '#words/dashboard.tsx';
import type { DonorCode } from './contract.ts';
import { FoldedTag, OpenTag } from './RewardTag.tsx';
import { codeStatus, usableCodes } from './rules.ts';

type CodesProps = { codes: readonly DonorCode[]; now: Date; timeZone: TimeZone };

type RewardCodesProps = CodesProps & {
  /** The way to get a first code, as a sentence. */
  nextStep: string;
  /** Whether codes are hidden until the donor proves who they are. */
  isWithheld: boolean;
};

/** How many usable codes show at once, including the large one. If none is usable, the limit is for ended ones. */
const VISIBLE_CODES = 2;

/** A donor's codes: the one to use next, the other usable ones, and the ended ones. */
export function RewardCodes({ codes, now, timeZone, nextStep, isWithheld }: RewardCodesProps) {
  const usable = usableCodes(codes, now);
  const endedCodes = codes.filter((code) => codeStatus(code, now) !== 'active');
  const endedList = <EndedList codes={endedCodes} now={now} timeZone={timeZone} />;
  return (
    <section aria-labelledby="reward-codes">
      <div className="flex flex-wrap items-end justify-between gap-x-4 print:hidden">
        <h2 id="reward-codes" className="t-3">
          {words.heading}
        </h2>
        <Link
          to={paths.discounts}
          className="t-small -my-2.5 inline-flex min-h-11 items-center font-[650] text-spruce underline underline-offset-4 hover:text-ink"
        >
          {words.whereToUse}
        </Link>
      </div>
      {usable.length > 0 ? (
        <UsableCodes codes={usable} endedCodes={endedCodes} now={now} timeZone={timeZone} />
      ) : (
        <>
          <Card className="mt-4">
            <EmptyState
              object={TagObject}
              title={isWithheld ? words.withheld : words.noneYet}
              text={isWithheld ? words.whyWithheld : nextStep}
            />
          </Card>
          {endedCodes.length > VISIBLE_CODES ? (
            <MoreCodes count={endedCodes.length}>{endedList}</MoreCodes>
          ) : (
            endedList
          )}
        </>
      )}
    </section>
  );
}

/** Shows one code large, at first the one that expires soonest. Pressing another code shows that one large. */
function UsableCodes({
  codes,
  endedCodes,
  now,
  timeZone,
}: CodesProps & { endedCodes: readonly DonorCode[] }) {
  const [chosenCode, setChosenCode] = useState(codes[0]?.code);
  const tag = useRef<HTMLDivElement>(null);
  const largeCode = codes.find(({ code }) => code === chosenCode) ?? codes[0];
  const foldedCodes = codes.filter((code) => code !== largeCode);
  const hiddenCodes = foldedCodes.slice(VISIBLE_CODES - 1);

  function showLarge(code: string) {
    flushSync(() => setChosenCode(code));
    tag.current?.focus();
  }

  return (
    <>
      {largeCode && (
        <div
          ref={tag}
          tabIndex={-1}
          role="group"
          aria-label={words.rewardCode(largeCode.code)}
          className="mt-4 scroll-mt-4"
        >
          <OpenTag code={largeCode} now={now} timeZone={timeZone} />
        </div>
      )}
      <FoldedTags
        label={words.moreCodes}
        codes={foldedCodes.slice(0, VISIBLE_CODES - 1)}
        now={now}
        timeZone={timeZone}
        onOpen={showLarge}
      />
      <MoreCodes count={hiddenCodes.length + endedCodes.length}>
        <FoldedTags
          label={words.otherCodes}
          codes={hiddenCodes}
          now={now}
          timeZone={timeZone}
          onOpen={showLarge}
        />
        <EndedList codes={endedCodes} now={now} timeZone={timeZone} />
      </MoreCodes>
      <HowToUse />
    </>
  );
}

type FoldedTagsProps = CodesProps & { label: string; onOpen: (code: string) => void };

function FoldedTags({ label, codes, now, timeZone, onOpen }: FoldedTagsProps) {
  if (codes.length === 0) return null;
  return (
    <ul aria-label={label} className="mt-3.5 flex flex-col gap-3.5 print:hidden">
      {codes.map((code) => (
        <li key={code.code}>
          <FoldedTag code={code} now={now} timeZone={timeZone} onOpen={() => onOpen(code.code)} />
        </li>
      ))}
    </ul>
  );
}

function MoreCodes({ count, children }: { count: number; children: ReactNode }) {
  if (count === 0) return null;
  return (
    <details className="mt-2 print:hidden">
      <summary className="t-small flex min-h-11 cursor-pointer list-none items-center px-1 font-[650] text-spruce underline underline-offset-4 [&::-webkit-details-marker]:hidden">
        {words.moreCount(count)}
      </summary>
      {children}
    </details>
  );
}

function HowToUse() {
  return (
    <ol aria-label={words.howToUse} className="mt-4 grid gap-x-6 gap-y-2 sm:grid-cols-2 print:hidden">
      {words.steps.map((step, index) => (
        <li key={step} className="t-small flex gap-3 text-muted">
          <Ring percent={((index + 1) / words.steps.length) * 100} size={28} className="self-start" />
          {step}
        </li>
      ))}
    </ol>
  );
}

function EndedList({ codes, now, timeZone }: CodesProps) {
  if (codes.length === 0) return null;
  return (
    <ul aria-label={words.endedCodes} className="mt-2">
      {codes.map((code) => {
        const status = codeStatus(code, now);
        const endedAt = status === 'used' ? (code.usedAt ?? code.expiresAt) : code.expiresAt;
        return (
          <li
            key={code.code}
            className="t-small flex flex-wrap items-center justify-between gap-x-3 px-1 py-1.5 text-muted"
          >
            <span>
              <b className="font-bold tracking-[0.03em]">{code.code}</b>
              {words.endedOn(formatInstantDay(new Date(endedAt), timeZone))}
            </span>
            <StatusPill status={status} size="small" />
          </li>
        );
      })}
    </ul>
  );
}
