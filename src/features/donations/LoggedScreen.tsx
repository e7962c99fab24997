import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { setDonorIdForSignIn } from '#features/donors/donorIdForSignIn.ts';
import { formatDay, weightRange } from '#words/formats.ts';
import { donationLogged as words } from '#words/log.tsx';
import { donations as donationWords } from '#words/rewards.tsx';
import { BagMark } from '#web/art/BagMark.tsx';
import { paths } from '#web/paths.ts';
import { useToday } from '#web/site/useToday.ts';
import { Button } from '#web/ui/Button.tsx';
import { Pip } from '#web/ui/Pip.tsx';
import { showFromTheTop } from '#web/ui/SuccessHead.tsx';
import type { LoggedDonation } from './donationQueue.ts';
import { placeOf } from './rules.ts';

type LoggedScreenProps = { donation: LoggedDonation; onLogAnother: () => void };

/** The mark to write on the bag, and what happens next. */
export function LoggedScreen({ donation: { body, answer }, onLogAnother }: LoggedScreenProps) {
  const today = useToday();
  return (
    <div className="mx-auto flex w-full max-w-[430px] flex-1 flex-col pb-3.5">
      <title>{words.title}</title>
      <div className="grid justify-items-center overflow-hidden border-b-9 border-plank pt-5">
        <BagMark mark={answer.mark} size={240} className="-mb-[20px]" />
      </div>
      <div className="px-5 pt-5">
        <h1 ref={showFromTheTop} tabIndex={-1} className="t-2 outline-none">
          {words.writeMark(answer.mark, highlightedMark)}
        </h1>
        <p className="mt-1.5 text-base leading-[1.6]">{words.whyMark}</p>
        <ul className="mt-5 divide-y-[1.5px] divide-line border-y-[1.5px] border-line text-base">
          <Step isDone>
            <b className="font-[650]">{words.loggedOn(body.date === today ? null : formatDay(body.date))}</b>{' '}
            {weightRange(body.weight)}, {placeOf(body) ?? donationWords.noBin}
          </Step>
          <Step>{words.adminConfirms}</Step>
          <Step>{words.codesAppear}</Step>
        </ul>
        <Button asChild className="mt-6 w-full">
          <Link to={paths.status} onClick={() => setDonorIdForSignIn(body.studentId)}>
            {words.viewDashboard}
          </Link>
        </Button>
        <div className="mt-2 grid grid-cols-2 gap-2.5">
          <Button kind="ghost" onClick={onLogAnother}>
            {words.logAnother}
          </Button>
          <Button asChild kind="ghost">
            <Link to={paths.home}>{words.home}</Link>
          </Button>
        </div>
      </div>
    </div>
  );
}

const highlightedMark = (mark: string) => <span className="whitespace-nowrap text-spruce">{mark}</span>;

function Step({ isDone = false, children }: { isDone?: boolean; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[24px_minmax(0,1fr)] items-center gap-4 py-3.5 leading-[1.35]">
      <Pip closed={isDone} />
      <span className="wrap-anywhere">{children}</span>
    </li>
  );
}
