// Loaded after the page, since it brings zod.
import '#web/jitless.ts';
import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import type { Day } from '#shared/dates.ts';
import { formatDay } from '#words/formats.ts';
import { logDonation as words } from '#words/log.tsx';
import { logDonationBody } from './contract.ts';
import { earliestDay, whyInFuture } from './rules.ts';

type LogInput = z.input<typeof logDonationBody>;

export type LogField = keyof LogInput;

export type LogForm = UseFormReturn<LogInput, unknown, z.output<typeof logDonationBody>>;

/** The contract's schema, whose date must not be after today, or before the earliest day that a donor may log. */
export function logSchema(today: Day, maxDaysBack: number | null) {
  const earliest = earliestDay(today, maxDaysBack);
  const date = logDonationBody.shape.date.superRefine((text, context) => {
    const isBeforeEarliest = earliest !== null && text < earliest;
    const error = isBeforeEarliest ? words.dateTooOld(formatDay(earliest)) : whyInFuture(text, today);
    if (error !== null) context.addIssue(error);
  });
  return logDonationBody.extend({ date });
}
