import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { useToday } from '#features/site/useToday.ts';
import { formatMonth } from '#shared/dates.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { Bag } from '#web/art/Bag.tsx';
import { Bin } from '#web/art/Bin.tsx';
import { call } from '#web/api/client.ts';
import { newIdempotencyKey } from '#web/api/idempotencyKey.ts';
import { endpointKey } from '#web/api/queries.ts';
import { PublicLayout } from '#web/layouts/PublicLayout.tsx';
import { GoalSlab } from '#web/ui/GoalSlab.tsx';
import { Shelf } from '#web/ui/Shelf.tsx';
import { toast } from '#web/ui/toast.ts';
import { contract } from './contract.ts';
import { DonationLogged } from './DonationLogged.tsx';
import { LogDonationForm, type LoggedBody } from './LogDonationForm.tsx';
import { readScan, ScanBanner } from './ScanBanner.tsx';

/** The goal that this page shows where the site names none; elsewhere it is 250 (spec section 9). */
const DEFAULT_GOAL_KILOGRAMS = 150;

interface Logged {
  body: LoggedBody;
  answer: EndpointResponse<typeof contract.logDonation>;
}

export function LogDonationPage() {
  const [logged, setLogged] = useState<Logged | null>(null);
  return (
    <PublicLayout header="slim" footer={false}>
      {logged ? (
        <DonationLogged body={logged.body} stats={logged.answer.stats} />
      ) : (
        <LogDonation onLogged={setLogged} />
      )}
    </PublicLayout>
  );
}

function LogDonation({ onLogged }: { onLogged: (logged: Logged) => void }) {
  const { community, timeZone } = useSiteInfo({ monthlyGoal: DEFAULT_GOAL_KILOGRAMS });
  const today = useToday(timeZone);
  const [query] = useSearchParams();
  const scan = readScan(query);
  const logDonation = useLogDonation(onLogged);

  return (
    <div className="container-page grid flex-1 content-start gap-x-16 gap-y-6 py-6.5 pb-12 max-bar:max-w-[38rem] bar:grid-cols-[minmax(0,34rem)_minmax(0,25rem)] bar:justify-between bar:py-14">
      <title>Log a donation · ReRound</title>
      <div>
        {scan && <ScanBanner scan={scan} className="mb-5" />}
        <h1 className="t-2">Log a donation</h1>
        <p className="mt-1.5 mb-6 text-muted">Three answers, no login needed.</p>
        <LogDonationForm scan={scan} today={today} timeZone={timeZone} logDonation={logDonation} />
      </div>
      <div className="flex flex-col">
        <GoalSlab
          kilograms={community.month.kg}
          goalKilograms={community.monthlyGoal}
          monthName={formatMonth(today)}
          note="Yours counts once it is confirmed."
        />
        <Shelf className="mt-auto pt-16 max-bar:hidden" rowClassName="justify-center gap-9">
          <Bag size={112} />
          <Bin size={148} />
        </Shelf>
      </div>
    </div>
  );
}

function useLogDonation(onLogged: (logged: Logged) => void) {
  const queryClient = useQueryClient();
  const lastTry = useRef({ sent: '', key: '' });

  return useMutation({
    mutationFn: (body: LoggedBody) => {
      // Pressing again after a lost answer acts once. A changed form is another donation: under the old
      // key the server would refuse it.
      const sent = JSON.stringify(body);
      if (lastTry.current.sent !== sent) lastTry.current = { sent, key: newIdempotencyKey() };
      return call(contract.logDonation, { body }, { idempotencyKey: lastTry.current.key });
    },
    onSuccess: (answer, body) => {
      void queryClient.invalidateQueries({ queryKey: endpointKey(contract.donorSummary) });
      toast({ title: 'Success!', description: answer.message, kind: 'success' });
      onLogged({ body, answer });
    },
  });
}
