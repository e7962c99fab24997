import { Link } from 'react-router';
import { Plus } from 'lucide-react';
import { setDonorIdForSignIn } from '#features/donors/donorIdForSignIn.ts';
import { placeOf } from './rules.ts';
import { GoldLoops, goldWords } from './GoldLoops.tsx';
import { type Day, monthOf, yearOf } from '#shared/dates.ts';
import { isQualifying, kilogramsByBand } from '#shared/weights.ts';
import { weightName } from '#words/formats.ts';
import { donationLogged as words } from '#words/log.tsx';
import { donations } from '#words/rewards.tsx';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Fact, Facts, showFromTheTop } from '#web/ui/SuccessHead.tsx';
import { StatusPill } from '#web/ui/Pill.tsx';
import { percentOf, Ring } from '#web/ui/Ring.tsx';
import { WaitingArc } from '#web/ui/GoalSlab.tsx';
import type { Logged } from './donationQueue.ts';
import { WeightObjects } from './WeightField.tsx';

type DonationLoggedProps = {
  logged: Logged;
  /** The community's month so far, without this donation. */
  month: { kilograms: number; goalKilograms: number };
  today: Day;
  onLogAnother: () => void;
};

/** What was logged, what it will count for, and what happens next. */
export function DonationLogged({
  logged: { body, answer },
  month,
  today,
  onLogAnother,
}: DonationLoggedProps) {
  return (
    <div className="mx-auto flex w-full max-w-[430px] flex-1 flex-col px-5 pt-5 pb-3.5 sm:pt-2.5">
      <title>{words.title}</title>
      <div className="text-center">
        <WaitingRing body={body} month={month} today={today} />
        <h1 ref={showFromTheTop} tabIndex={-1} className="t-2 mt-3.5 outline-none">
          {words.heading}
        </h1>
        <p className="mt-1.5 text-base leading-6">{words.whatIsNext}</p>
      </div>
      <div className="-mt-2 text-base leading-[1.4]">
        <Facts>
          <Fact name={words.donorId}>{body.studentId}</Fact>
          <Fact name={words.where}>{placeOf(body) ?? donations.noBin}</Fact>
          <Fact name={words.weight}>
            <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              {weightName(body.weight)}
              <StatusPill status="pending" />
            </span>
          </Fact>
        </Facts>
      </div>
      {/* Only the donor's own session gets totals. */}
      {answer.stats.totalDonations > 0 && (
        <>
          <TowardGold
            confirmed={answer.stats.qualifyingDonations}
            waiting={isQualifying(body.weight) && yearOf(body.date) === yearOf(today) ? 1 : 0}
          />
          <p className="t-small mt-1.5 text-muted max-sm:hidden">{answer.stats.nextGoal}</p>
        </>
      )}
      <div className="mt-auto grid grid-cols-2 gap-2.5 pt-6">
        <Button kind="outline" icon={Plus} onClick={onLogAnother} className="px-2! whitespace-nowrap">
          {words.logAnother}
        </Button>
        <Button asChild className="px-2! whitespace-nowrap">
          <Link to={paths.status} onClick={() => setDonorIdForSignIn(body.studentId)}>
            {words.viewDashboard}
          </Link>
        </Button>
      </div>
      <Button asChild kind="ghost" className="mt-2 self-center">
        <Link to={paths.home}>{words.backToHome}</Link>
      </Button>
    </div>
  );
}

type WaitingRingProps = Pick<DonationLoggedProps, 'month' | 'today'> & { body: Logged['body'] };

/** The community's month as a ring, and this donation as an outlined piece of it. */
function WaitingRing({ body, month: { kilograms, goalKilograms }, today }: WaitingRingProps) {
  const { from, before } = monthOf(today);
  const waiting = body.date >= from && body.date < before ? kilogramsByBand[body.weight] : 0;
  const percent = percentOf(kilograms, goalKilograms);
  return (
    <>
      <Ring
        percent={percent}
        size={196}
        under={<WaitingArc percent={percent} waiting={(waiting / goalKilograms) * 100} tone="paper" />}
      >
        <span className="grid justify-items-center">
          <span className="flex items-end -space-x-2 [&_svg]:shrink-0 [&_svg]:translate-y-[8.3%]">
            <WeightObjects band={body.weight} scale={0.72} />
          </span>
          <span className="h-1.5 w-23 bg-plank" />
        </span>
      </Ring>
      <p className="mt-3 text-[0.96875rem] leading-[1.35]">
        {words.monthSoFar(kilograms, goalKilograms, strong)}
        {waiting > 0 && words.yoursWaiting(waiting, strong)}
      </p>
    </>
  );
}

const strong = (text: string) => <b className="font-[650]">{text}</b>;

function TowardGold(gold: { confirmed: number; waiting: number }) {
  return (
    <section className="mt-4">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="font-text text-base font-[650]">{words.towardGold}</h2>
        <span className="text-base text-muted tabular">{goldWords(gold)}</span>
      </div>
      <GoldLoops {...gold} size={38} className="mt-1.5" />
    </section>
  );
}
