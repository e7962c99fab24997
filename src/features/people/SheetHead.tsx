import { History, Mail, MailX, Phone } from 'lucide-react';
import { Link } from 'react-router';
import { GoldLoops } from '#features/donations/GoldLoops.tsx';
import { GOLD_DONATIONS } from '#features/donations/rules.ts';
import { yearOf, type Day } from '#shared/dates.ts';
import { isQualifying } from '#shared/weights.ts';
import { Pill } from '#web/ui/Pill.tsx';
import { personActivity } from '#web/console/personAddress.ts';
import type { Sheet } from './sheetWords.ts';

/** How to reach them, what they gave, and how far it is to Gold. */
export function SheetHead({ sheet, today }: { sheet: Sheet; today: Day }) {
  const { participant } = sheet;
  const { email, phone, studentIds, total_donations: total, confirmed_donations: confirmed } = participant;
  return (
    <>
      <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-0.5 leading-[1.4] md:mt-0.5">
        <b className="font-[650] wrap-anywhere">{studentIds.join(', ') || `No. ${participant.id}`}</b>
        {email !== null && (
          <a href={`mailto:${email}`} className={contact}>
            <Mail size={16} aria-hidden="true" className="mt-[3px] shrink-0" />
            <span className="min-w-0 wrap-anywhere">{email}</span>
          </a>
        )}
        {sheet.isEmailMarked && (
          <Pill tone="clay" icon={MailX} size="small">
            Mail does not arrive
          </Pill>
        )}
        {phone !== null && (
          <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} className={contact}>
            <Phone size={16} aria-hidden="true" className="mt-[3px] shrink-0" />
            {phone}
          </a>
        )}
        <Link to={personActivity(participant.id)} className={contact}>
          <History size={16} aria-hidden="true" className="mt-[3px] shrink-0" />
          Activity
        </Link>
      </p>
      <div className="mt-1.5 flex flex-wrap items-center justify-between md:mt-[11px] gap-x-5 gap-y-1">
        <p className="flex gap-x-5.5">
          <Figure count={total} word="total" />
          <Figure count={confirmed} word="confirmed" />
          <Figure count={total - confirmed} word="pending" />
        </p>
        {participant.removed_at === null && <WayToGold sheet={sheet} today={today} />}
      </div>
    </>
  );
}

const contact =
  'flex min-w-0 gap-1.5 rounded-shelf text-muted tabular underline-offset-4 hover:underline max-md:min-h-8 max-md:py-1';

function Figure({ count, word }: { count: number; word: string }) {
  return (
    <span className="text-muted">
      <b className="me-1 font-display text-[1.1875rem] leading-none font-[750] text-ink tabular">
        {count.toLocaleString('en-CA')}
      </b>{' '}
      {word}
    </span>
  );
}

function WayToGold({ sheet: { record, toDecide }, today }: { sheet: Sheet; today: Day }) {
  const closed = Math.min(record.qualifyingThisYear, GOLD_DONATIONS);
  const waiting = toDecide.filter(
    ({ weight, actualWeight, date }) =>
      isQualifying(actualWeight ?? weight) && yearOf(date) === yearOf(today),
  ).length;
  return (
    <p className="flex items-center gap-2.5 text-muted tabular">
      <GoldLoops confirmed={closed} waiting={waiting} size={19} className="w-[134px]!" />
      {closed === GOLD_DONATIONS ? 'Gold this year' : `${closed} of ${GOLD_DONATIONS} to Gold`}
    </p>
  );
}
